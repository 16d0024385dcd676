//! States as byte strings: values written by type, without tags.
//!
//! An ordinal takes as many whole bytes as its type needs, a bitset as many as its universe, an integer a zigzag
//! varint, a set its length and its elements in ascending order. The encoding is injective for a given type, so equal
//! states are equal byte strings; permuting deferred elements keeps the length.

use super::{Domain, Shape, Ty, Value};
use std::sync::Arc;

/// Appends the encoding of `value`.
pub fn encode(value: &Value, ty: Ty, domain: &Domain, out: &mut Vec<u8>) {
    let ordinals = domain.ordinals(ty);
    if ordinals > 0 {
        return put_word(value.word() as u64, ordinal_bytes(ordinals), out);
    }
    match domain.shape(ty) {
        Shape::Integer => put_varint(zigzag(value.word()), out),
        Shape::Power(inner) => {
            if domain.bits(ty) {
                return put_word(value.word() as u64, domain.ordinals(*inner).div_ceil(8) as usize, out);
            }
            let Value::Set(items) = value else { return put_varint(0, out) };
            put_varint(items.len() as u64, out);
            for item in items.iter() {
                encode(item, *inner, domain, out);
            }
        }
        Shape::Product(left, right) => {
            let (a, b) = super::split(value, 0);
            encode(&a, *left, domain, out);
            encode(&b, *right, domain, out);
        }
        Shape::Record(fields) => {
            // What has no value yet is written as the least of its type.
            let values = if let Value::Record(values) = value { values.as_slice() } else { &[] };
            for (position, (_, field)) in fields.iter().enumerate() {
                encode(values.get(position).unwrap_or(&Value::Word(0)), *field, domain, out);
            }
        }
        Shape::Text => {
            let text = if let Value::Text(text) = value { text.as_str() } else { "" };
            put_varint(text.len() as u64, out);
            out.extend_from_slice(text.as_bytes());
        }
        Shape::Boolean | Shape::Given(_) => put_word(value.word() as u64, 8, out),
    }
}

/// Reads a value back and moves `at` behind it.
pub fn decode(bytes: &[u8], at: &mut usize, ty: Ty, domain: &Domain) -> Value {
    let ordinals = domain.ordinals(ty);
    if ordinals > 0 {
        return Value::Word(get_word(bytes, at, ordinal_bytes(ordinals)) as i64);
    }
    match domain.shape(ty) {
        Shape::Integer => Value::Word(unzigzag(get_varint(bytes, at))),
        Shape::Power(inner) => {
            if domain.bits(ty) {
                return Value::Word(get_word(bytes, at, domain.ordinals(*inner).div_ceil(8) as usize) as i64);
            }
            let length = get_varint(bytes, at) as usize;
            Value::Set(Arc::new((0..length).map(|_| decode(bytes, at, *inner, domain)).collect()))
        }
        Shape::Product(left, right) => {
            let first = decode(bytes, at, *left, domain);
            let second = decode(bytes, at, *right, domain);
            Value::Pair(Arc::new((first, second)))
        }
        Shape::Record(fields) => Value::Record(Arc::new(
            fields.iter().map(|(_, field)| decode(bytes, at, *field, domain)).collect(),
        )),
        Shape::Text => {
            let length = get_varint(bytes, at) as usize;
            let text = bytes.get(*at..*at + length).unwrap_or_default();
            *at += length;
            Value::Text(Arc::new(String::from_utf8_lossy(text).into_owned()))
        }
        Shape::Boolean | Shape::Given(_) => Value::Word(get_word(bytes, at, 8) as i64),
    }
}

fn ordinal_bytes(ordinals: u64) -> usize {
    if ordinals <= 1 << 8 { 1 } else { 2 }
}

fn put_word(word: u64, bytes: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&word.to_le_bytes()[..bytes]);
}

fn get_word(bytes: &[u8], at: &mut usize, count: usize) -> u64 {
    let mut word = [0; 8];
    let source = bytes.get(*at..*at + count).unwrap_or_default();
    word[..source.len()].copy_from_slice(source);
    *at += count;
    u64::from_le_bytes(word)
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

fn put_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn get_varint(bytes: &[u8], at: &mut usize) -> u64 {
    let (mut value, mut shift) = (0u64, 0);
    while let Some(&byte) = bytes.get(*at) {
        *at += 1;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 || shift >= 63 {
            break;
        }
        shift += 7;
    }
    value
}
