//! Shapes of channels: channel types whose cells stand alike share their code.

use program::{ChannelFrame, ChannelTypeId, Layout, Scalar};

/// What code for a channel must know.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub capacity: u32,
    pub fields: Vec<Scalar>,
    pub frame: ChannelFrame,
}

/// The distinct shapes of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    pub all: Vec<Shape>,
    /// By channel type.
    of_type: Vec<u32>,
}

impl Shapes {
    pub fn new(layout: &Layout) -> Shapes {
        let mut shapes = Shapes::default();
        for (description, frame) in layout.program.channel_types.iter().zip(&layout.channels) {
            let shape = Shape {
                capacity: description.capacity,
                fields: description.fields.clone(),
                frame: frame.clone(),
            };
            let known = shapes.all.iter().position(|other| shape.is_like(other));
            shapes.of_type.push(known.unwrap_or(shapes.all.len()) as u32);
            if known.is_none() {
                shapes.all.push(shape);
            }
        }
        shapes
    }

    pub fn index_of(&self, id: ChannelTypeId) -> u32 {
        self.of_type[id.index()]
    }
}

impl Shape {
    fn is_like(&self, other: &Shape) -> bool {
        (self.capacity, &self.fields, self.frame.length, &self.frame.fields, self.frame.stride)
            == (other.capacity, &other.fields, other.frame.length, &other.frame.fields, other.frame.stride)
    }
}
