//! The address of an arena, and what a connection to it needs.

use std::net::IpAddr;
use std::time::Duration;

use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint};

const KEEPALIVE: Duration = Duration::from_secs(30);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// An arena, and how the bot presents itself to it.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    /// "HOST:PORT" with TLS, "plaintext:HOST:PORT", or "unix:/PATH".
    pub address: String,
    /// Identifies the author; empty for none. Never sent without TLS to another
    /// machine.
    pub token: String,
    /// A file with the trusted root certificates in PEM; empty for the system's.
    pub ca_file: String,
    /// The bot's name in the arena; empty for its name.
    pub name: String,
}

impl Arena {
    /// The arena in COUILLON_ARENA, COUILLON_TOKEN_FILE, COUILLON_ARENA_CA and
    /// COUILLON_NAME. The error says what is missing or wrong.
    pub fn from_environment() -> Result<Arena, String> {
        Arena::from_variables(|name| std::env::var(name).unwrap_or_default())
    }

    pub(crate) fn from_variables(value: impl Fn(&str) -> String) -> Result<Arena, String> {
        let address = value("COUILLON_ARENA");
        if address.is_empty() {
            return Err("COUILLON_ARENA is not set; expected the arena to connect to: \
                        HOST:PORT, plaintext:HOST:PORT or unix:/PATH"
                .into());
        }
        let file = value("COUILLON_TOKEN_FILE");
        Ok(Arena {
            address,
            token: if file.is_empty() { String::new() } else { token_in(&file)? },
            ca_file: value("COUILLON_ARENA_CA"),
            name: value("COUILLON_NAME"),
        })
    }

    /// How to connect. The error says what is wrong with the address, the token
    /// or the certificates.
    pub(crate) fn endpoint(&self) -> Result<Endpoint, String> {
        if self.address.starts_with("unix:") {
            return endpoint(self.address.clone());
        }
        let plaintext = self.address.strip_prefix("plaintext:");
        let target = plaintext.unwrap_or(&self.address);
        let host = host_of(target).ok_or_else(|| {
            format!(
                "the arena's address is '{}'; expected HOST:PORT, plaintext:HOST:PORT \
                 or unix:/PATH",
                self.address
            )
        })?;
        if plaintext.is_none() {
            return endpoint(format!("https://{target}"))?
                .tls_config(self.trusted()?)
                .map_err(|error| format!("{}: {error}", self.ca_file));
        }
        if !self.token.is_empty() && !is_loopback(host) {
            return Err(format!(
                "the token is not sent to {}: without TLS it goes to this machine only \
                 (localhost, 127.0.0.1, [::1])",
                self.address
            ));
        }
        endpoint(format!("http://{target}"))
    }

    fn trusted(&self) -> Result<ClientTlsConfig, String> {
        if self.ca_file.is_empty() {
            return Ok(ClientTlsConfig::new().with_native_roots());
        }
        let pem = std::fs::read(&self.ca_file).map_err(|e| format!("{}: {e}", self.ca_file))?;
        Ok(ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)))
    }

    /// The metadata "authorization" of every call; `None` without a token.
    pub(crate) fn authorization(&self) -> Result<Option<MetadataValue<Ascii>>, String> {
        if self.token.is_empty() {
            return Ok(None);
        }
        let value = format!("Bearer {}", self.token).parse();
        value.map(Some).map_err(|_| "the token is not printable ASCII".into())
    }
}

fn endpoint(uri: String) -> Result<Endpoint, String> {
    let endpoint = Endpoint::from_shared(uri.clone()).map_err(|e| format!("{uri}: {e}"))?;
    Ok(endpoint
        .connect_timeout(CONNECT_TIMEOUT)
        .http2_keep_alive_interval(KEEPALIVE)
        .keep_alive_timeout(KEEPALIVE))
}

/// The host of "HOST:PORT"; `None` if it is not that.
fn host_of(target: &str) -> Option<&str> {
    let (host, port) = target.rsplit_once(':')?;
    let valid = port.parse::<u16>().is_ok_and(|port| port > 0);
    (valid && !host.is_empty()).then_some(host)
}

fn is_loopback(host: &str) -> bool {
    let number = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || number.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// The token in the file that COUILLON_TOKEN_FILE names.
fn token_in(file: &str) -> Result<String, String> {
    let failed = |reason: &str| format!("COUILLON_TOKEN_FILE: {file}: {reason}");
    let content = std::fs::read_to_string(file).map_err(|e| failed(&e.to_string()))?;
    let token = content.lines().next().unwrap_or_default().trim();
    if token.is_empty() || token.chars().any(|c| !(' '..='~').contains(&c)) {
        return Err(failed("its first line is not a token; expected printable ASCII"));
    }
    Ok(token.into())
}
