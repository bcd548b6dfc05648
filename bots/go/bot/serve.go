package bot

import (
	"context"
	"crypto/subtle"
	"crypto/tls"
	"fmt"
	"math"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"couillon/bots/couillonv1"
)

// ServingPlace is the address, TLS settings and token of a bot that no referee
// starts.
type ServingPlace struct {
	Address     string // "host:port", port 0 for any, or "unix:/path"
	Certificate []byte // in PEM, with its chain; empty for no TLS
	PrivateKey  []byte // of the certificate, in PEM
	Token       string // every call must carry it as "authorization: Bearer TOKEN"; empty: any client may call
}

// A service is BotService around a bot.
type service struct {
	couillonv1.UnimplementedBotServiceServer
	player *player
	token  string // required of every call; empty: none
}

func (s *service) Describe(ctx context.Context, _ *couillonv1.DescribeRequest) (
	*couillonv1.DescribeResponse, error) {
	if err := s.admit(ctx); err != nil {
		return nil, err
	}
	return s.player.description(), nil
}

func (s *service) Play(stream couillonv1.BotService_PlayServer) error {
	if err := s.admit(stream.Context()); err != nil {
		return err
	}
	return s.player.play(stream)
}

// admit returns nil if the call carries the token, or none is required.
func (s *service) admit(ctx context.Context) error {
	sent, _ := metadata.FromIncomingContext(ctx)
	given := sent["authorization"]
	switch {
	case s.token == "":
		return nil
	case len(given) == 0:
		return status.Error(codes.Unauthenticated, "no token was sent")
	case subtle.ConstantTimeCompare([]byte(given[0]), []byte("Bearer "+s.token)) == 0:
		return status.Error(codes.Unauthenticated, "the token is not the right one")
	}
	return nil
}

// listen opens "unix:/path" or "host:port". A socket that a killed bot has left
// at the path is replaced.
func listen(address string) (net.Listener, error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		if left, err := os.Stat(path); err == nil && left.Mode()&os.ModeSocket != 0 {
			os.Remove(path)
		}
		return net.Listen("unix", path)
	}
	return net.Listen("tcp", address)
}

// newServer makes a server of a bot that does not listen yet.
func newServer(place ServingPlace, info Info, decide Decide) (*grpc.Server, error) {
	options := []grpc.ServerOption{grpc.MaxRecvMsgSize(math.MaxInt32)}
	if len(place.Certificate) > 0 {
		pair, err := tls.X509KeyPair(place.Certificate, place.PrivateKey)
		if err != nil {
			return nil, err
		}
		options = append(options, grpc.Creds(credentials.NewServerTLSFromCert(&pair)))
	}
	server := grpc.NewServer(options...)
	couillonv1.RegisterBotServiceServer(server, &service{
		player: &player{info: info, decide: decide}, token: place.Token,
	})
	return server, nil
}

// serveUntilSignal serves until SIGTERM or Ctrl-C; it calls ready with the
// address as soon as clients can connect.
func serveUntilSignal(place ServingPlace, info Info, decide Decide, ready func(string)) error {
	server, err := newServer(place, info, decide)
	if err != nil {
		return err
	}
	listener, err := listen(place.Address)
	if err != nil {
		return err
	}
	if strings.HasPrefix(place.Address, "unix:") {
		ready(place.Address)
	} else {
		ready(listener.Addr().String())
	}
	ending := make(chan os.Signal, 1)
	signal.Notify(ending, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-ending
		server.Stop()
	}()
	return server.Serve(listener)
}

// ServeAt serves a bot at an address of its own, optionally with TLS and a
// token, as Serve does, but continues when the process that started it ends. It
// prints "serving at ADDRESS" to stdout as soon as clients can connect, and
// returns an error if it cannot serve there.
func ServeAt(place ServingPlace, info Info, decide Decide) error {
	return serveUntilSignal(place, info, decide, func(address string) {
		fmt.Println("serving at", address)
	})
}

// MustServeAt is ServeAt, but ends the program with the reason on stderr and exit
// code 1 if it cannot serve there.
func MustServeAt(place ServingPlace, info Info, decide Decide) {
	if err := ServeAt(place, info, decide); err != nil {
		fmt.Fprintf(os.Stderr, "%s: cannot serve at %s: %v\n", info.Name, place.Address, err)
		os.Exit(1)
	}
}

// Serve serves a bot at the address in the environment variable
// COUILLON_LISTEN until SIGTERM or Ctrl-C; on Linux also until the process
// that started it ends. A panic of decide goes to stderr and ends the stream.
// It ends the program if it cannot listen.
func Serve(info Info, decide Decide) {
	address := os.Getenv("COUILLON_LISTEN")
	if address == "" {
		fmt.Fprintf(os.Stderr, "%s: set COUILLON_LISTEN to the address to serve at, "+
			"such as unix:/tmp/bot.sock or 127.0.0.1:5000\n", info.Name)
		os.Exit(1)
	}
	dieWithParent()
	err := serveUntilSignal(ServingPlace{Address: address}, info, decide, func(string) {})
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: cannot serve at %s: %v\n", info.Name, address, err)
		os.Exit(1)
	}
}
