//! Requests that cost no tokens, and whose reply is read as a whole.

use stepfall_protocol::asking::FailureReport;
use stepfall_provider::{Endpoint, Head, Key, MAX_BODY, Model, ModelPage, Request, sign_in};

use crate::page;

/// The maximum number of pages of a list of models.
const MAX_PAGES: u32 = 20;

#[derive(Debug)]
pub(crate) struct OneShotRequest {
    endpoint: Endpoint,
    head: Head,
    body: Vec<u8>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Fetches a list of models; holds the models and the number of pages read so far.
    Models(Vec<Model>, u32),
    /// Checks the key after the list of models, which some providers send without a key. Holds the
    /// models.
    Check(Vec<Model>),
    /// Exchanges a code for a key.
    Exchange,
}

/// The outcome of a reply.
#[derive(Debug)]
pub(crate) enum OneShotOutcome {
    /// Another request follows.
    Continued(Box<OneShotRequest>, Request),
    Models(Vec<stepfall_protocol::asking::ListedModel>),
    Failed(FailureReport),
    /// The origin, and its key.
    Key(String, Key),
}

impl OneShotRequest {
    /// Fetches the list of models. If the list does not show whether the key is valid, a second
    /// request checks it.
    pub(crate) fn models(endpoint: Endpoint) -> (Self, Request) {
        let request = endpoint.models(None);
        (Self::new(endpoint, Kind::Models(Vec::new(), 0)), request)
    }

    /// Exchanges the code of a sign-in, and its verifier, for a key.
    ///
    /// # Errors
    ///
    /// A sentence that describes the error.
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

    pub(crate) const fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Returns the endpoint, and ends the request.
    pub(crate) fn into_endpoint(self) -> Endpoint {
        self.endpoint
    }

    pub(crate) fn head(&mut self, head: Head) {
        self.head = head;
    }

    /// Adds bytes of the reply, up to one byte more than the limit, so that an overlong reply is
    /// recognizable.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let room = (MAX_BODY + 1).saturating_sub(self.body.len());
        self.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Ends the reply, and returns its outcome.
    pub(crate) fn end(self) -> OneShotOutcome {
        let Self { endpoint, head, body, kind } = self;
        match kind {
            Kind::Models(models, pages) => match ModelPage::read(&head, &body, endpoint.key()) {
                Err(error) => OneShotOutcome::Failed(page::failure_report(&error)),
                Ok(read) => {
                    list_outcome(endpoint, [models, read.models].concat(), pages + 1, read.next)
                }
            },
            Kind::Check(models) => match endpoint.read_key_check(&head, &body) {
                Err(error) => OneShotOutcome::Failed(page::failure_report(&error)),
                Ok(()) => OneShotOutcome::Models(page::models(&models)),
            },
            Kind::Exchange => match sign_in::read_key(&head, &body) {
                Err(error) => OneShotOutcome::Failed(page::no_key(&error)),
                Ok(key) => OneShotOutcome::Key(endpoint.origin().to_owned(), key),
            },
        }
    }
}

/// Returns the outcome of a page of a list: the next page, the check of the key, or the list.
fn list_outcome(
    endpoint: Endpoint,
    models: Vec<Model>,
    pages: u32,
    next: Option<String>,
) -> OneShotOutcome {
    if let Some(next) = next.filter(|_| pages < MAX_PAGES) {
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
