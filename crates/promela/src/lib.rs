//! Promela: preprocessor, lexer, parser, printer, resolver and lowering.
