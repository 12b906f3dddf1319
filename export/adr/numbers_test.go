package adr

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"bdgraph/internal/testenv"
)

func TestFalseNumbersInNames(t *testing.T) {
	for _, c := range []struct {
		names string // and titles, after an equals sign
		want  string // ids
	}{
		{"0001-a 0002-b http2-rollout=HTTP2_rollout oauth2-login x509-certs=X.509_certs utf-8-names", "ADR-0001 ADR-0002 http2-rollout oauth2-login utf-8-names x509-certs"},
		{"use-queues h264-codec=H264_codec", "h264-codec use-queues"},
		{"a3f2-queue b2c9-mail d831-log e012-cache 123a-x ab12-y 1234-z", "ADR-1234 123a-x a3f2-queue ab12-y b2c9-mail d831-log e012-cache"},
		{"0007-a 007a-b dead-code b2b1-shop", "ADR-0007 ADR-007a b2b1-shop dead-code"},
		{"eip-20 eip-165 use-queues", "ADR-165 ADR-20 use-queues"},
		{"d151-a=D-151:_A use-queues", "ADR-151 use-queues"},
		{"rfc-12-a", "ADR-12"},
		{"0001-a fe-012-b web-adr-7-c adr-3-d", "ADR-0001 ADR-3 ADR-012 ADR-7"},
		{"0001-a fe-12-b=FE-12:_B fe-13-c=FE-13:_C", "ADR-0001 ADR-12 ADR-13"},
	} {
		files := map[string]string{}
		for name := range strings.FieldsSeq(c.names) {
			name, title, _ := strings.Cut(name, "=")
			files["docs/adr/"+name+".md"] = "# " + cmp.Or(strings.ReplaceAll(title, "_", " "), "Something") + "\n\nStatus: Accepted\n"
		}
		var got []string
		for _, a := range read(t, Options{Root: testenv.Project(t, files)}).ADRs {
			got = append(got, strings.TrimSuffix(strings.TrimPrefix(a.ID, "docs/adr/"), ".md"))
			if title, named := strings.CutPrefix(a.Title, "H264"); named && title != " codec" {
				t.Errorf("title %q", a.Title)
			}
		}
		if fmt.Sprint(got) != "["+c.want+"]" {
			t.Errorf("%s\ngot  %v\nwant [%s]", c.names, got, c.want)
		}
	}
}

func TestLinkToAGoneFileIsNoRecordByAFalseNumber(t *testing.T) {
	files := map[string]string{
		"docs/adr/0001-a.md": "# 1. A\n\nStatus: Superseded by [OAuth2](oauth2-login.md)\n", "docs/adr/0002-b.md": accepted,
		"docs/adr/0003-c.md": "# 3. C\n\nStatus: Superseded by [moved](old/adr-0002-b.md)\n",
	}
	r := read(t, Options{Root: testenv.Project(t, files)})
	for n, want := range []string{"", "", "docs/adr/0002-b.md"} {
		got := ""
		for _, x := range r.ADRs[n].Relations {
			got += x.Target
		}
		if got != want {
			t.Errorf("%s leads to %q, want %q", r.ADRs[n].Path, got, want)
		}
	}
}
