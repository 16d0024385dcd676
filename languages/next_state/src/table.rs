//! Where the cells of a configuration stand, as machine code reads it. One table per configuration, made when a
//! state of it is first seen and kept by the worker.

use std::sync::Arc;

use program::{Configuration, EntryKind};

use crate::SLOT_ALIGNMENT;
use crate::code::Code;
use crate::context::{ChannelBase, Context, ProcessBase};
use crate::handshake::Receiver;

/// One configuration.
#[derive(Debug)]
pub(crate) struct Table {
    pub configuration: Arc<Configuration>,
    pub processes: Vec<ProcessBase>,
    channels: Vec<ChannelBase>,
    first_of_type: Vec<i32>,
    pub stride: usize,
    /// Processes that may complete a rendezvous, youngest first.
    pub receivers: Vec<Receiver>,
    /// The configuration without the youngest process, once it has been asked for.
    pub parent: Option<Arc<Configuration>>,
    /// By process type: the configuration with one more of it.
    pub children: Vec<Option<Arc<Configuration>>>,
}

impl Table {
    pub fn new(code: &Code, configuration: Arc<Configuration>) -> Table {
        let (layout, shapes) = (&code.layout, &code.shapes);
        let types = layout.program.proctypes.len();
        let mut table = Table {
            processes: Vec::with_capacity(configuration.processes.len()),
            channels: Vec::with_capacity(configuration.channels.len()),
            first_of_type: vec![-1; types],
            stride: (configuration.size as usize).next_multiple_of(SLOT_ALIGNMENT),
            receivers: Vec::new(),
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
        let pids = (0..table.processes.len()).rev();
        table.receivers =
            pids.filter_map(|pid| Receiver::new(code, pid as u32, table.processes[pid])).collect();
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
