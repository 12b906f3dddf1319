package mcpserver

// tools is the table of tools, in the order in which they are documented.
// tools/list gives them in the order of their names.
var tools = []tool{
	governsTool, contextTool, whyTool, searchTool, itemTool, changesTool, timelineTool, impactTool, rollupTool, conflictsTool,
	statusTool, schemaTool, queryTool, checkTool,
}
