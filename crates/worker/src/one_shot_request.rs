//! Requests of which the reply is read as a whole, and that cost no tokens.

use stepfall_protocol::asking::Failure;
use stepfall_provider::{Endpoint, Head, Key, MAX_BODY, Model, Models, Request, sign_in};

use crate::page;

/// The most pages of a list of models that are read.
const MOST_PAGES: u32 = 20;

/// A request that is under way.
#[derive(Debug)]
pub(crate) struct OneShotRequest {
    endpoint: Endpoint,
    head: Head,
    body: Vec<u8>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Fetches a list of models, of which so many pages have been read.
    Models(Vec<Model>, u32),
    /// Tries the key, after a list that anyone may read.
    Check(Vec<Model>),
    /// Exchanges a code for a key.
    Exchange,
}

/// What comes of its reply.
#[derive(Debug)]
pub(crate) enum OneShotOutcome {
    /// It goes on with another request.
    Continued(Box<OneShotRequest>, Request),
    /// The list of models.
    Models(Vec<stepfall_protocol::asking::Model>),
    /// Why it failed.
    Failed(Failure),
    /// The key for the origin.
    Key(String, Key),
}

impl OneShotRequest {
    /// Fetches the list of models, and tries the key where the list does not tell whether it is right.
    pub(crate) fn models(endpoint: Endpoint) -> (Self, Request) {
        let request = endpoint.models(None);
        (Self::new(endpoint, Kind::Models(Vec::new(), 0)), request)
    }

    /// Exchanges the code with which a visitor came back, and its verifier, for a key.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong.
    pub(crate) fn exchange(
        endpoint: Endpoint,
        code: &str,
        verifier: &str,
    ) -> Result<(Self, Request), String> {
        let request = sign_in::exchange(Some(endpoint.origin()), code, verifier)
            .map_err(|error| format!("The address cannot be used: {error}."))?;
        Ok((Self::new(endpoint, Kind::Exchange), request))
    }

    fn new(endpoint: Endpoint, kind: Kind) -> Self {
        Self { endpoint, head: Head::new(0), body: Vec::new(), kind }
    }

    /// Whom it goes to.
    pub(crate) const fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Whom it went to, at its end.
    pub(crate) fn into_endpoint(self) -> Endpoint {
        self.endpoint
    }

    pub(crate) fn head(&mut self, head: Head) {
        self.head = head;
    }

    /// Takes bytes of the reply, one more than is read at most, so that what is too long is known to be.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let room = (MAX_BODY + 1).saturating_sub(self.body.len());
        self.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Ends the reply.
    pub(crate) fn end(self) -> OneShotOutcome {
        let Self { endpoint, head, body, kind } = self;
        match kind {
            Kind::Models(models, pages) => match Models::read(&head, &body, endpoint.key()) {
                Err(error) => OneShotOutcome::Failed(page::failed(&error)),
                Ok(read) => listed(endpoint, [models, read.models].concat(), pages + 1, read.next),
            },
            Kind::Check(models) => match endpoint.checked(&head, &body) {
                Err(error) => OneShotOutcome::Failed(page::failed(&error)),
                Ok(()) => OneShotOutcome::Models(page::models(&models)),
            },
            Kind::Exchange => match sign_in::read_key(&head, &body) {
                Err(error) => OneShotOutcome::Failed(page::no_key(&error)),
                Ok(key) => OneShotOutcome::Key(endpoint.origin().to_owned(), key),
            },
        }
    }
}

/// What follows once a page of a list has been read: the next page, the key that is tried, or the end.
fn listed(
    endpoint: Endpoint,
    models: Vec<Model>,
    pages: u32,
    next: Option<String>,
) -> OneShotOutcome {
    if let Some(next) = next.filter(|_| pages < MOST_PAGES) {
        let request = endpoint.models(Some(&next));
        return OneShotOutcome::Continued(
            Box::new(OneShotRequest::new(endpoint, Kind::Models(models, pages))),
            request,
        );
    }
    match endpoint.check() {
        Some(request) => OneShotOutcome::Continued(
            Box::new(OneShotRequest::new(endpoint, Kind::Check(models))),
            request,
        ),
        None => OneShotOutcome::Models(page::models(&models)),
    }
}
