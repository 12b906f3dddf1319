package names

import (
	"math/rand/v2"
	"testing"

	"bdgraph/cypher/spelling"
)

func TestNearDuplicates(t *testing.T) {
	for _, c := range []struct {
		a, b string
		near bool
	}{
		{"Keep sessions in Postgres", "Keep session in Postgres", true},
		{"Keep sessions in Postgres", "keep the sessions in postgres", true},
		{"Keep sessions in Postgres", "Keep sessions in Postgers", true},
		{"Keep sessions in Postgres", "Keep sessions in memory", false},
		{"Limit request bodies to 1 MB", "Limit request bodies to 2 MB", false},
		{"Flush before a commit", "Flush after a commit", false},
		{"Expire sessions after a quarter", "Expire sessions after a quartier", true},
		{"允许自动切换运行模式而无需用户确认", "不允许自动切换运行模式而无需用户确认", false},
	} {
		if got := len(NearDuplicates([]string{c.a, c.b})) > 0; got != c.near {
			t.Errorf("%q and %q: %t", c.a, c.b, got)
		}
	}
}

func TestASlipIsNotLostByTheLettersOfNames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func() string {
		name := []rune("keep the sessions of users in one database")
		for range 1 + random.IntN(4) {
			name[random.IntN(len(name))] = 'a' + rune(random.IntN(26))
		}
		return string(name)
	}
	near := 0
	for range 2000 {
		a, b := New(pick()), New(pick())
		want := a.Key == b.Key || spelling.Distance(a.lower, b.lower) <= min(a.slips, b.slips)
		if got := a.Near(&b); got != want {
			t.Fatalf("%q and %q: %t", a.Written, b.Written, got)
		}
		if want {
			near++
		}
	}
	if near == 0 || near == 2000 {
		t.Errorf("%d of 2000 pairs are near: nothing was tried", near)
	}
}

func TestHoldsWholeWordsOfAnyScript(t *testing.T) {
	for _, c := range []struct {
		text, name string
		holds      bool
	}{
		{"the café closes", "café", true},
		{"the caféteria", "café", false},
		{"écafé", "café", false},
		{"naïveté", "naïvet", false},
		{"the api, again", "api", true},
		{"rapid api", "api", true},
		{"rapid", "api", false},
		{"缓存层的认证服务很慢", "认证服务", true},
		{"用api调用", "api", true},
		{"anything", "", false},
	} {
		if got := Holds(c.text, c.name); got != c.holds {
			t.Errorf("%q in %q: %t", c.name, c.text, got)
		}
	}
	if !HoldsForm("two caches", "cache") || !HoldsForm("two boxes", "box") || HoldsForm("a cached box", "cache") {
		t.Error("a plural is another form of a name, a participle is not")
	}
}

func TestTokensCountCharactersOfOtherScripts(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abcd": 1, "abcde": 2, "认证服务": 4, "é abc": 2} {
		if got := Tokens(text); got != want {
			t.Errorf("%q: %d tokens, want %d", text, got, want)
		}
	}
}

func BenchmarkNearDuplicates(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"keep", "retry", "cache", "limit", "session", "tenant", "request", "outbox", "commit", "bodies", "never", "log"}
	all := make([]string, 5000)
	for i := range all {
		for range 7 {
			all[i] += words[random.IntN(len(words))] + " "
		}
	}
	for b.Loop() {
		NearDuplicates(all)
	}
}
