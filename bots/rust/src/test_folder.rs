//! Files of one test.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A folder of one test, which is removed with what is in it.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("couillon-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }

    /// Makes a certificate for 127.0.0.1 and its key; returns their files.
    pub fn certificate(&self) -> (String, String) {
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
            .args(["-nodes", "-days", "2", "-subj", "/CN=test", "-keyout", "key.pem"])
            .args(["-addext", "subjectAltName=IP:127.0.0.1", "-out", "cert.pem"])
            // A leaf: rustls does not take a CA's own certificate from a server.
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .current_dir(&self.0)
            .stderr(Stdio::null())
            .status();
        assert!(made.unwrap().success());
        (self.file("cert.pem"), self.file("key.pem"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
