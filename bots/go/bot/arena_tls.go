package bot

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync/atomic"

	"google.golang.org/grpc/credentials"
)

// An arenaTLS remembers why the last handshake failed: gRPC reports only a text.
type arenaTLS struct {
	credentials.TransportCredentials
	last *atomic.Pointer[error] // of all clones
}

func newArenaTLS(config *tls.Config) *arenaTLS {
	return &arenaTLS{credentials.NewTLS(config), new(atomic.Pointer[error])}
}

func (a *arenaTLS) ClientHandshake(ctx context.Context, authority string, conn net.Conn) (
	net.Conn, credentials.AuthInfo, error) {
	secured, info, err := a.TransportCredentials.ClientHandshake(ctx, authority, conn)
	a.last.Store(&err)
	return secured, info, err
}

func (a *arenaTLS) Clone() credentials.TransportCredentials {
	return &arenaTLS{a.TransportCredentials.Clone(), a.last}
}

// lastingReason returns why another handshake would fail in the same way; empty
// if it may not.
func (a *arenaTLS) lastingReason(arena string) string {
	last := a.last.Load()
	if last == nil {
		return ""
	}
	var untrusted *tls.CertificateVerificationError
	var noTLS tls.RecordHeaderError
	switch {
	case errors.As(*last, &untrusted):
		return fmt.Sprintf("the certificate of the arena %s is not trusted: %v; expected one "+
			"for its host, and its issuer in the file COUILLON_ARENA_CA", arena, *last)
	case errors.As(*last, &noTLS):
		return fmt.Sprintf("the arena %s answers without TLS: %v; expected one with TLS, "+
			"or the address plaintext:%s", arena, *last, arena)
	}
	return ""
}
