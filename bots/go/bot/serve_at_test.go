package bot

import (
	"bufio"
	"context"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"couillon/bots/couillonv1"
)

// makeCertificate makes a certificate for 127.0.0.1 and its key; it returns
// their files.
func makeCertificate(t *testing.T) (certificate, key string) {
	t.Helper()
	folder := t.TempDir()
	openssl := exec.Command("openssl", strings.Fields("req -x509 -newkey ec -pkeyopt "+
		"ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext "+
		"subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE "+
		"-keyout key.pem -out cert.pem")...)
	openssl.Dir = folder
	if output, err := openssl.CombinedOutput(); err != nil {
		t.Fatal(string(output))
	}
	return filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
}

func firstLegal(seen *Observation) Action { return seen.Legal().Nth(0) }

// serveForTest is the program of the test below.
func serveForTest() {
	certificate, _ := os.ReadFile(os.Getenv("TEST_CERTIFICATE"))
	key, _ := os.ReadFile(os.Getenv("TEST_KEY"))
	place := ServingPlace{
		Address: "127.0.0.1:0", Certificate: certificate, PrivateKey: key, Token: "s3cret",
	}
	if err := ServeAt(place, Info{Name: "far"}, func(*Observation) Action { return 5 }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func TestAnAddressInUseEndsTheProgramWithTheReason(t *testing.T) {
	info := Info{Name: "far", Version: "1"}
	if address := os.Getenv("TEST_ADDRESS"); address != "" { // this is that program
		MustServeAt(ServingPlace{Address: address}, info, firstLegal)
		os.Exit(0)
	}
	used, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	address := used.Addr().String()
	program := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	program.Env = append(os.Environ(), "TEST_ADDRESS="+address)
	output, _ := program.CombinedOutput()
	if code := program.ProcessState.ExitCode(); code != 1 {
		t.Error(code)
	}
	if !strings.HasPrefix(string(output), "far: cannot serve at "+address+": ") {
		t.Error(string(output))
	}
}

func TestWithTLSAndATokenItPlaysWithThoseWhoHaveTheToken(t *testing.T) {
	if os.Getenv("TEST_CERTIFICATE") != "" {
		serveForTest()
	}
	certificate, key := makeCertificate(t)
	program := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	program.Env = append(os.Environ(), "TEST_CERTIFICATE="+certificate, "TEST_KEY="+key)
	stdout, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	defer program.Process.Kill()
	line, err := bufio.NewReader(stdout).ReadString('\n')
	address, found := strings.CutPrefix(strings.TrimSpace(line), "serving at ")
	if err != nil || !found {
		t.Fatal(line, err)
	}

	pem, _ := os.ReadFile(certificate)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	secure := credentials.NewClientTLSFromCert(roots, "")
	for _, test := range []struct {
		credentials credentials.TransportCredentials
		token       []string
		code        codes.Code
		reason      string
	}{
		{secure, []string{"authorization", "Bearer s3cret"}, codes.OK, ""},
		{secure, nil, codes.Unauthenticated, "no token was sent"},
		{secure, []string{"authorization", "Bearer s3cre"}, codes.Unauthenticated, "not the right one"},
		{insecure.NewCredentials(), []string{"authorization", "Bearer s3cret"}, codes.Unavailable, ""},
	} {
		client, err := grpc.NewClient(address, grpc.WithTransportCredentials(test.credentials))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		ctx := metadata.AppendToOutgoingContext(context.Background(), test.token...)
		stub := couillonv1.NewBotServiceClient(client)
		description, err := stub.Describe(ctx, &couillonv1.DescribeRequest{})
		if status.Code(err) != test.code || !strings.Contains(fmt.Sprint(err), test.reason) {
			t.Errorf("Describe: %v", err)
		} else if err == nil && (description.Name != "far" || description.Sdk != sdk) {
			t.Error(description)
		}
		stream, err := stub.Play(ctx)
		if err == nil {
			stream.Send(introduction())
			stream.Send(batch(1))
			_, err = stream.Recv()
		}
		if status.Code(err) != test.code || !strings.Contains(fmt.Sprint(err), test.reason) {
			t.Errorf("Play: %v", err)
		}
	}
	program.Process.Signal(syscall.SIGTERM)
	if err := program.Wait(); err != nil {
		t.Error(err)
	}
}

func TestACertificateWithoutItsKeyIsRefused(t *testing.T) {
	certificate, _ := makeCertificate(t)
	_, other := makeCertificate(t)
	chain, _ := os.ReadFile(certificate)
	key, _ := os.ReadFile(other)
	_, err := newServer(ServingPlace{Certificate: chain, PrivateKey: key}, Info{}, firstLegal)
	if err == nil || !strings.Contains(err.Error(), "private key") {
		t.Error(err)
	}
}
