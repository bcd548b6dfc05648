package bot

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// Arena is an arena, and how the bot presents itself to it.
type Arena struct {
	Address string // "HOST:PORT" with TLS, "plaintext:HOST:PORT", or "unix:/PATH"
	Token   string // of the author; never sent without TLS to another machine
	CAFile  string // trusted root certificates in PEM; empty for the system's
	Name    string // the bot's name in the arena; empty for Info.Name
}

const plaintext = "plaintext:"

// ArenaFromEnvironment returns the arena in COUILLON_ARENA, COUILLON_TOKEN_FILE,
// COUILLON_ARENA_CA and COUILLON_NAME.
func ArenaFromEnvironment() (Arena, error) {
	arena := Arena{
		Address: os.Getenv("COUILLON_ARENA"),
		CAFile:  os.Getenv("COUILLON_ARENA_CA"),
		Name:    os.Getenv("COUILLON_NAME"),
	}
	if arena.Address == "" {
		return arena, fmt.Errorf("COUILLON_ARENA is not set; expected the arena " +
			"to connect to: HOST:PORT, plaintext:HOST:PORT or unix:/PATH")
	}
	if file := os.Getenv("COUILLON_TOKEN_FILE"); file != "" {
		content, err := os.ReadFile(file)
		if err != nil {
			return arena, fmt.Errorf("COUILLON_TOKEN_FILE: %w", err)
		}
		line, _, _ := bytes.Cut(content, []byte("\n"))
		arena.Token = strings.TrimSpace(string(line))
		if !isPrintable(arena.Token) {
			return arena, fmt.Errorf("COUILLON_TOKEN_FILE: %s: its first line is not a token; "+
				"expected printable ASCII", file)
		}
	}
	return arena, nil
}

func isPrintable(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// target returns the address for gRPC and how to secure the connection.
func (a Arena) target() (string, credentials.TransportCredentials, error) {
	if strings.HasPrefix(a.Address, "unix:") {
		return a.Address, insecure.NewCredentials(), nil
	}
	address, plain := strings.CutPrefix(a.Address, plaintext)
	host, port, err := net.SplitHostPort(address)
	if number, parsed := strconv.ParseUint(port, 10, 16); err != nil || parsed != nil ||
		number == 0 || host == "" {
		return "", nil, fmt.Errorf("the arena's address is '%s'; expected "+
			"HOST:PORT, plaintext:HOST:PORT or unix:/PATH", a.Address)
	}
	if !plain {
		roots, err := a.roots()
		return address, newArenaTLS(&tls.Config{RootCAs: roots}), err
	}
	if a.Token != "" && !isLoopback(host) {
		return "", nil, fmt.Errorf("the token is not sent to %s: without TLS it goes "+
			"to this machine only (localhost, 127.0.0.1, [::1])", a.Address)
	}
	return address, insecure.NewCredentials(), nil
}

// roots returns the trusted certificates; nil for the system's.
func (a Arena) roots() (*x509.CertPool, error) {
	if a.CAFile == "" {
		return nil, nil
	}
	content, err := os.ReadFile(a.CAFile)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(content) {
		return nil, fmt.Errorf("%s: there is no certificate; expected root certificates in PEM", a.CAFile)
	}
	return pool, nil
}
