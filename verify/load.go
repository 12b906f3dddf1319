package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"bdgraph"
)

// LoadKey reads the key of all packets so far; where there is no file it is empty.
func LoadKey(path string) (Key, error) {
	var key Key
	if err := loadJSON(path, &key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return key, fmt.Errorf("read the key of packets: %w", err)
	}
	return key, nil
}

// LoadPackets reads the packets of the last plan. An error is [fs.ErrNotExist] where
// none was made.
func LoadPackets(path string) ([]Packet, error) {
	var packets []Packet
	if err := loadJSON(path, &packets); err != nil {
		return nil, fmt.Errorf("read packets: %w", err)
	}
	return packets, nil
}

// LoadApplied reads the file of applied verdicts as [ReadAppliedFile] does; where there is
// none, nothing was applied.
func LoadApplied(path string) (Applied, []bdgraph.Finding, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Applied{}, nil, nil
	}
	if err != nil {
		return Applied{}, nil, err
	}
	defer file.Close()
	applied, findings := ReadAppliedFile(file)
	return applied, findings, nil
}

func loadJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}
