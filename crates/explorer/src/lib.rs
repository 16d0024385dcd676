//! One search engine: order, store, canonicaliser and property are passed in.
