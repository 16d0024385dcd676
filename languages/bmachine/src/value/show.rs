//! Values as the user would write them.

use super::sets::{elements, split};
use super::{Domain, Shape, Ty, Value};

/// Writes the value in B's notation.
pub fn show(value: &Value, ty: Ty, domain: &Domain) -> String {
    let mut out = String::new();
    write(value, ty, domain, &mut out);
    out
}

fn write(value: &Value, ty: Ty, domain: &Domain, out: &mut String) {
    if let Value::Symbolic(_) | Value::Partial(_) = value {
        out.push_str("{x | ...}");
        return;
    }
    match domain.shape(ty) {
        Shape::Integer => out.push_str(&value.word().to_string()),
        Shape::Boolean => out.push_str(if value.word() == 0 { "FALSE" } else { "TRUE" }),
        Shape::Text => {
            if let Value::Text(text) = value {
                out.push_str(&format!("{:?}", text));
            }
        }
        Shape::Given(set) => {
            let element = domain.sets[*set].elements.get(value.word() as usize);
            out.push_str(element.map_or("?", |name| name));
        }
        Shape::Power(inner) => {
            out.push('{');
            for (position, item) in elements(value).enumerate() {
                if position > 0 {
                    out.push_str(", ");
                }
                write(&item, *inner, domain, out);
            }
            out.push('}');
        }
        Shape::Product(left, right) => {
            let (a, b) = split(value, domain.right_ordinals(ty));
            out.push('(');
            write(&a, *left, domain, out);
            out.push_str(" |-> ");
            write(&b, *right, domain, out);
            out.push(')');
        }
        Shape::Record(fields) => {
            out.push_str("rec(");
            if let Value::Record(values) = value {
                for (position, ((name, field), item)) in fields.iter().zip(values.iter()).enumerate() {
                    out.push_str(if position > 0 { ", " } else { "" });
                    out.push_str(name);
                    out.push_str(": ");
                    write(item, *field, domain, out);
                }
            }
            out.push(')');
        }
    }
}
