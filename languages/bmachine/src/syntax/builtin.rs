//! The predefined names of B: constants such as `NAT` and functions such as `dom`.

macro_rules! names {
    ($(#[$doc:meta])* $kind:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind { $($variant),* }

        impl $kind {
            /// The predefined name with this spelling.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $(Self::$variant => $text),* })
            }
        }
    };
}

names! {
    /// Predefined constants.
    Constant {
        Bool = "BOOL", True = "TRUE", False = "FALSE", Integer = "INTEGER", Natural = "NATURAL", Natural1 = "NATURAL1",
        Int = "INT", Nat = "NAT", Nat1 = "NAT1", String = "STRING", MaxInt = "MAXINT", MinInt = "MININT",
        BTrue = "btrue", BFalse = "bfalse", EmptySet = "{}",
    }
}

names! {
    /// Predefined functions; they look like applications but are operators.
    Builtin {
        Pow = "POW", Pow1 = "POW1", Fin = "FIN", Fin1 = "FIN1", Card = "card", Union = "union", Inter = "inter",
        Min = "min", Max = "max", Dom = "dom", Ran = "ran", Id = "id", Prj1 = "prj1", Prj2 = "prj2",
        Iterate = "iterate", Closure = "closure", Closure1 = "closure1", Fnc = "fnc", Rel = "rel",
        Pred = "pred", Succ = "succ", Seq = "seq", Seq1 = "seq1", Iseq = "iseq", Iseq1 = "iseq1", Perm = "perm",
        Size = "size", Rev = "rev", First = "first", Last = "last", Front = "front", Tail = "tail", Conc = "conc",
        Bool = "bool", Finite = "finite",
    }
}
