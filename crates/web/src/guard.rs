//! Admission of requests: only from the page itself, and from programs on the same machine.
//!
//! A page of another site may send requests here, under its own host name (DNS rebinding) or ours. The
//! browser reveals such a page in `Host`, `Origin` and `Sec-Fetch-Site`.

use std::net::{IpAddr, SocketAddr};

use hyper::header::{self, HeaderMap, HeaderName};
use hyper::{Method, Request, StatusCode};

use super::problem::Problem;

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Checks the sender of a request to the server that is bound to an address.
///
/// # Errors
///
/// If the request comes from another site's page and does not follow a link, or if its host name is not the
/// server's.
pub fn check<B>(bound: SocketAddr, request: &Request<B>) -> Result<(), Problem> {
    let headers = request.headers();
    let host = only(headers, &header::HOST)?.ok_or_else(|| bad("expected one Host header"))?;
    if !is_own(host, bound) {
        return Err(Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "this server does not serve the host in the Host header",
        ));
    }
    if request.uri().authority().is_some_and(|authority| authority.as_str() != host) {
        return Err(bad("the request line names a different host from the Host header"));
    }
    if let Some(origin) = only(headers, &header::ORIGIN)?
        && origin.strip_prefix("http://") != Some(host)
    {
        return Err(forbidden());
    }
    match only(headers, &SITE)? {
        None | Some("same-origin" | "none") => Ok(()),
        Some(_) if is_link(request) => Ok(()),
        Some(_) => Err(forbidden()),
    }
}

/// Returns whether a `Host` header names the server. Accepts addresses and `localhost`, but no other names, because
/// anyone can register a name that points here.
fn is_own(host: &str, bound: SocketAddr) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (host, "80"),
    };
    if port != bound.port().to_string() {
        return false;
    }
    let address = bound.ip();
    let is_here = address.is_loopback() || address.is_unspecified();
    if is_here && name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.parse::<IpAddr>().is_ok_and(|named| {
        named == address || address.is_unspecified() || address.is_loopback() && named.is_loopback()
    })
}

/// Returns whether the request follows a link to the page, from any site.
fn is_link<B>(request: &Request<B>) -> bool {
    let is_navigation = request.headers().get(MODE).is_some_and(|mode| mode == "navigate");
    is_navigation && request.method() == Method::GET && request.uri().path() == "/"
}

/// Returns the value of a header that may occur only once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => {
            value.to_str().map(Some).map_err(|_| bad(&format!("expected ASCII in the header {name}")))
        }
        (Some(_), Some(_)) => Err(bad(&format!("expected one header {name} but found several"))),
    }
}

/// Checks that a request declares its body as JSON.
///
/// # Errors
///
/// If the content type is not JSON, or the body is encoded. Browsers let pages of other sites send some other types, but
/// not JSON.
pub fn check_json(headers: &HeaderMap) -> Result<(), Problem> {
    let kind = only(headers, &header::CONTENT_TYPE)?.unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    let is_encoded = headers.contains_key(header::CONTENT_ENCODING);
    if kind.eq_ignore_ascii_case("application/json") && !is_encoded {
        return Ok(());
    }
    let message = "expected a body of the type application/json, without Content-Encoding";
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message))
}

fn bad(message: &str) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, message)
}

fn forbidden() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "requests from other pages are not answered")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(bound: &str, headers: &[(&str, &str)]) -> Option<u16> {
        let mut request = Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        check(bound.parse().unwrap(), &request.body(()).unwrap()).err().map(|problem| problem.status.as_u16())
    }

    #[test]
    fn a_server_answers_to_its_own_names_only() {
        let own = ["127.0.0.1:8037", "localhost:8037", "LocalHost:8037", "[::1]:8037", "127.0.0.2:8037"];
        for host in own {
            assert_eq!(status("127.0.0.1:8037", &[("host", host)]), None, "{host}");
        }
        let foreign = [
            "evil.example:8037",
            "127.0.0.1:8038",
            "127.0.0.1",
            "localhost.evil.example:8037",
            "127.0.0.1.evil.example:8037",
            "10.0.0.1:8037",
            "",
            ":",
            "[::1",
            "user@127.0.0.1:8037",
        ];
        for host in foreign {
            assert_eq!(status("127.0.0.1:8037", &[("host", host)]), Some(421), "{host}");
        }
        assert_eq!(status("127.0.0.1:8037", &[]), Some(400));
        assert_eq!(status("127.0.0.1:80", &[("host", "127.0.0.1")]), None);
    }

    #[test]
    fn a_server_on_all_addresses_answers_to_addresses_but_not_to_names() {
        for host in ["192.168.1.7:8037", "localhost:8037", "[fe80::1]:8037"] {
            assert_eq!(status("0.0.0.0:8037", &[("host", host)]), None, "{host}");
        }
        assert_eq!(status("0.0.0.0:8037", &[("host", "evil.example:8037")]), Some(421));
        assert_eq!(status("192.168.1.7:8037", &[("host", "localhost:8037")]), Some(421));
        assert_eq!(status("192.168.1.7:8037", &[("host", "192.168.1.8:8037")]), Some(421));
    }

    #[test]
    fn foreign_pages_are_refused_by_origin_and_by_site() {
        let host = ("host", "localhost:8037");
        let status = |more: &[(&str, &str)]| status("127.0.0.1:8037", &[&[host], more].concat());
        assert_eq!(status(&[("origin", "http://localhost:8037")]), None);
        for origin in ["http://evil.example", "https://localhost:8037", "null", "http://localhost:80370", ""]
        {
            assert_eq!(status(&[("origin", origin)]), Some(403), "{origin}");
        }
        assert_eq!(status(&[("sec-fetch-site", "same-origin")]), None);
        assert_eq!(status(&[("sec-fetch-site", "none")]), None);
        assert_eq!(status(&[("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(status(&[("sec-fetch-site", "same-site")]), Some(403));
        assert_eq!(status(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]), None);
        assert_eq!(status(&[host]), Some(400), "two hosts");
    }
}
