package embedded_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/internal/testenv"
	"bdgraph/store"
	"bdgraph/store/embedded"
)

// The test binary is started again in one of these roles.
const (
	role     = "BDGRAPH_TEST_ROLE"
	roleSwap = "swap" // FILE TIMES: loads two graphs in turn
	roleAsk  = "ask"  // FILE: asks until its standard input ends
)

func TestMain(m *testing.M) {
	var err error
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case roleSwap:
		err = swapInTurn(os.Args[1], os.Args[2])
	case roleAsk:
		err = askUntilTold(os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// marked returns a graph in which every node and relationship bears a mark,
// and whose size differs with it.
func marked(mark string) bdgraph.Graph {
	var g bdgraph.Graph
	n := 200
	if mark == "b" {
		n = 300
	}
	for i := range n {
		g.Nodes = append(g.Nodes, bdgraph.Node{
			NodeRef: bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: fmt.Sprintf("%s-%03d", mark, i)}, Attributes: map[string]any{"title": mark},
		})
	}
	for i := 1; i < n; i++ {
		e := bdgraph.Edge{
			Type: bdgraph.DependsOn, From: g.Nodes[i].NodeRef, To: g.Nodes[i-1].NodeRef, Source: mark, Phase: 1,
			Confidence: bdgraph.Structural, Scope: mark,
		}
		e.ID = e.ComputeID()
		g.Edges = append(g.Edges, e)
	}
	bdgraph.SortEdges(g.Edges)
	return g
}

func loadMarked(path, mark string) error {
	g := marked(mark)
	meta := bdgraph.NewMeta(g, bdgraph.Manifest{}, time.Unix(0, 0), 1)
	_, err := embedded.NewWriter(path, embedded.Options{Keep: 1}).Load(context.Background(), g, meta)
	return err
}

func swapInTurn(path, times string) error {
	n, err := strconv.Atoi(times)
	for i := 0; i < n && err == nil; i++ {
		err = loadMarked(path, []string{"b", "a"}[i%2])
	}
	return err
}

// ask asks one question that touches everything and holds the answer against the generation.
func ask(r *embedded.Reader) (mark string, err error) {
	res, err := r.Query(context.Background(), store.Query{Text: "MATCH (i:Issue) WITH collect(DISTINCT i.title) AS titles, count(*) AS nodes " +
		"MATCH (x:Issue)-[r:DEPENDS_ON]->(y) RETURN titles, nodes, collect(DISTINCT r.scope), count(r), collect(DISTINCT left(x.id, 1) + left(y.id, 1))"})
	if err != nil {
		return "", err
	}
	if len(res.Warnings) > 0 {
		return "", fmt.Errorf("%+v", res.Warnings)
	}
	want := map[string]string{
		marked("a").Generation(): "['a'] 200 ['a'] 199 ['aa']",
		marked("b").Generation(): "['b'] 300 ['b'] 299 ['bb']",
	}[res.Generation]
	var got []string
	for _, v := range res.Rows[0] {
		got = append(got, v.String())
	}
	if text := strings.Join(got, " "); text != want {
		return "", fmt.Errorf("generation %s answers %s, want %q", res.Generation, text, want)
	}
	return want[2:3], nil
}

func askUntilTold(path string) error {
	told := make(chan bool)
	go func() {
		bufio.NewReader(os.Stdin).ReadByte() // fails when the pipe is closed
		close(told)
	}()
	r := embedded.NewReader(path, embedded.Options{})
	answers := map[string]int{}
	for {
		select {
		case <-told:
			fmt.Println(answers["a"], answers["b"])
			return r.Close(context.Background())
		default:
		}
		mark, err := ask(r)
		if err != nil {
			return err
		}
		answers[mark]++
	}
}

func child(t *testing.T, as string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), role+"="+as)
	cmd.Stderr = os.Stderr
	return cmd
}

// TestProcessesShareAFile lets one process swap the graph while others ask: no
// answer fails, and none is of two graphs.
func TestProcessesShareAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	if err := loadMarked(path, "a"); err != nil {
		t.Fatal(err)
	}
	var readers sync.WaitGroup
	var stop []func() error
	for range 2 {
		cmd := child(t, roleAsk, path)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		stop = append(stop, in.Close)
		readers.Go(func() {
			out, err := cmd.Output()
			if err != nil {
				t.Errorf("a reader failed: %v", err)
			}
			t.Logf("answers of either generation: %s", out)
		})
	}
	if err := child(t, roleSwap, path, strconv.Itoa(testenv.Times(t, 1000, "swaps"))).Run(); err != nil {
		t.Errorf("the writer failed: %v", err)
	}
	for _, end := range stop {
		end()
	}
	readers.Wait()
}

// TestASecondLoadWaitsAndNamesTheHolder loads while another process does.
func TestASecondLoadWaitsAndNamesTheHolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	writer := child(t, roleSwap, path, "1000000")
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		writer.Process.Kill()
		writer.Wait()
	}()
	for { // until the other one holds the lock at the moment that this one gives up
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		g := marked("a")
		_, err := embedded.NewWriter(path, embedded.Options{}).Load(ctx, g, bdgraph.NewMeta(g, bdgraph.Manifest{}, time.Unix(0, 0), 1))
		if !errors.Is(err, store.ErrConflict) {
			continue
		}
		if text := err.Error(); !strings.Contains(text, "process "+strconv.Itoa(writer.Process.Pid)) || !strings.Contains(text, "loading") {
			continue // the moment between taking the lock and writing the name
		}
		break
	}
	if err := loadMarked(path, "a"); err != nil { // waits for its turn
		t.Error(err)
	}
}

// TestAFileCutShortWhileMapped breaks the rule that files are only replaced: the
// query fails, the process lives on, and a good file mends it.
func TestAFileCutShortWhileMapped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	if err := loadMarked(path, "b"); err != nil {
		t.Fatal(err)
	}
	r := embedded.NewReader(path, embedded.Options{})
	defer r.Close(context.Background())
	if _, err := r.Meta(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	_, err := ask(r)
	if !errors.Is(err, store.ErrFailed) {
		t.Errorf("a file that was cut short: %v", err)
	}
	if err := loadMarked(path, "a"); err != nil {
		t.Fatal(err)
	}
	if mark, err := ask(r); err != nil || mark != "a" {
		t.Errorf("after mending: %q, %v", mark, err)
	}
}
