//! Where the cells of a configuration stand, as machine code reads it. One table per configuration, made when a
//! state of it is first seen and kept by the worker.

use std::sync::Arc;

use program::{Configuration, EntryKind, Layout};

use crate::SLOT_ALIGNMENT;
use crate::context::{ChannelBase, Context, ProcessBase};
use crate::shape::Shapes;

/// One configuration.
#[derive(Debug)]
pub(crate) struct Table {
    pub configuration: Arc<Configuration>,
    pub processes: Vec<ProcessBase>,
    channels: Vec<ChannelBase>,
    first_of_type: Vec<i32>,
    pub stride: usize,
    /// The configuration without the youngest process, once it has been asked for.
    pub parent: Option<Arc<Configuration>>,
    /// By process type: the configuration with one more of it.
    pub children: Vec<Option<Arc<Configuration>>>,
}

impl Table {
    pub fn new(layout: &Layout, shapes: &Shapes, configuration: Arc<Configuration>) -> Table {
        let types = layout.program.proctypes.len();
        let mut table = Table {
            processes: Vec::with_capacity(configuration.processes.len()),
            channels: Vec::with_capacity(configuration.channels.len()),
            first_of_type: vec![-1; types],
            stride: (configuration.size as usize).next_multiple_of(SLOT_ALIGNMENT),
            parent: None,
            children: vec![None; types],
            configuration: configuration.clone(),
        };
        for entry in &configuration.entries {
            let (control, reference) = (entry.control, entry.reference);
            match entry.kind {
                EntryKind::Process(id) => {
                    let pid = table.processes.len() as i32;
                    let first = &mut table.first_of_type[id.index()];
                    *first = if *first < 0 { pid } else { *first };
                    table.processes.push(ProcessBase { control, reference, proctype: id.0, unused: 0 });
                }
                EntryKind::Channel(id) => {
                    let shape = shapes.index_of(id);
                    let capacity = shapes.all[shape as usize].capacity;
                    table.channels.push(ChannelBase { control, reference, shape, capacity });
                }
            }
        }
        table
    }

    /// Points the context at this configuration. The table must outlive its use by machine code.
    pub fn install(&self, ctx: &mut Context) {
        ctx.processes = self.processes.as_ptr();
        ctx.channels = self.channels.as_ptr();
        ctx.first_of_type = self.first_of_type.as_ptr();
        ctx.process_count = self.processes.len() as u32;
        ctx.channel_count = self.channels.len() as u32;
        ctx.reference_start = self.configuration.reference_start;
        ctx.size = self.configuration.size;
        ctx.stride = self.stride as u32;
    }
}
