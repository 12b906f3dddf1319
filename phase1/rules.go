package phase1

import "bdgraph"

type rule struct{}

func (x *extractor) seedRules() {}

func (x *extractor) addMotivations(d *bdgraph.Document, r rule, hits []hit) {}
