//! Graph of the functions of a wasm module. Function A leads to function B if A calls B, or if A contains an
//! address through which B can be called. Start with [`Graph::divide`].
//!
//! Code calls a function through a pointer if it contains the number of the function's slot in the table of
//! function pointers. Code can also contain the address of data with that number, such as a table of methods.
//! A number with another meaning may be mistaken for an address. Such a mistake only keeps a function in the
//! main module.

use std::collections::{BTreeSet, HashMap, HashSet};

use walrus::ir::{Const, Load, Store, Value, Visitor, dfs_in_order};
use walrus::{ConstExpr, DataKind, ElementItems, ElementKind, ExportItem, FunctionId, FunctionKind, Module};

use super::functions;
use crate::page::parts::ProgramPart;
use crate::size::plain;

/// Least number of instructions of a closure that can be an entry. The compiler merges equal closures, and a
/// short closure may equal a closure of the main module.
const LONG_CLOSURE: u64 = 300;

/// Graph of a wasm module. Its nodes are the functions, by index, followed by the pieces of data. A piece of
/// data begins at each address that a function or other data contains.
pub(super) struct Graph {
    /// Indices of the functions that each function calls, by index of the function.
    calls: Vec<Vec<usize>>,
    /// Nodes to which each node of the graph refers by an address instead of a call, as indices; by index of
    /// the node.
    names: Vec<Vec<usize>>,
    /// Indices of the exported functions, and of the start function.
    exported: Vec<usize>,
    /// Indices of the functions in the table of function pointers.
    in_table: HashSet<usize>,
    /// Whether the module contains each function, by index of the function; false for an imported function.
    is_local: Vec<bool>,
    /// Path of each function that can be an entry of a part (called by code outside the part), by index of
    /// the function. `None` for an imported function and for a short closure.
    paths: Vec<Option<String>>,
}

impl Graph {
    /// Reads the functions, the table of function pointers and the data of `module`. Only segments with a
    /// constant address count.
    pub(super) fn new(module: &Module) -> Self {
        let numbers: HashMap<FunctionId, usize> =
            functions(module).into_iter().enumerate().map(|(number, id)| (id, number)).collect();
        let uses: Vec<Uses> = module.funcs.iter().map(|function| Uses::of(&function.kind)).collect();
        let slots = slots(module, &numbers);
        let data = Data::new(module, &uses);
        let node = |address: u32| data.stretch(address).map(|stretch| numbers.len() + stretch);
        let led = |value: u32| slots.get(&value).copied().into_iter().chain(node(value));
        let mut names: Vec<Vec<usize>> =
            uses.iter().map(|uses| uses.values.iter().flat_map(|value| led(*value)).collect()).collect();
        names.resize(numbers.len() + data.starts.len(), Vec::new());
        for (address, word) in data.words() {
            if let Some(from) = node(address) {
                names[from].extend(led(word));
            }
        }
        let exported = module.exports.iter().filter_map(|export| match export.item {
            ExportItem::Function(id) => Some(numbers[&id]),
            _ => None,
        });
        let path = |function: &walrus::Function| {
            let FunctionKind::Local(local) = &function.kind else { return None };
            let path = plain(function.name.as_deref().unwrap_or_default());
            let is_short_closure = path.ends_with("{{closure}}") && local.size() < LONG_CLOSURE;
            (!is_short_closure).then_some(path)
        };
        Self {
            calls: uses.iter().map(|uses| uses.calls.iter().map(|id| numbers[id]).collect()).collect(),
            names,
            exported: exported.chain(module.start.map(|id| numbers[&id])).collect(),
            in_table: slots.into_values().collect(),
            is_local: module.funcs.iter().map(|of| matches!(of.kind, FunctionKind::Local(_))).collect(),
            paths: module.funcs.iter().map(path).collect(),
        }
    }

    /// Indices of the functions that each function calls, without duplicates: one list for each function of
    /// the module, in order. Calls through pointers are left out.
    pub(super) fn calls(&self) -> impl Iterator<Item = &Vec<usize>> {
        self.calls.iter()
    }

    /// Indices of the functions that code outside the module can call: exports, the start function, and
    /// functions in the table of function pointers. A function can occur twice.
    pub(super) fn called_from_outside(&self) -> impl Iterator<Item = usize> {
        self.exported.iter().chain(&self.in_table).copied()
    }

    /// Entries of `parts` (paths of functions) for which the module has no function, in the order of `parts`.
    /// Such a function was renamed, inlined or removed, or it is a closure of less than [`LONG_CLOSURE`]
    /// instructions.
    pub(super) fn missing_entries<'a>(&self, parts: &'a [ProgramPart]) -> Vec<&'a str> {
        let is_missing = |part: &ProgramPart, entry: &str| {
            let is_entry = |path: &String| part.entry_of(path) == Some(entry);
            !self.paths.iter().flatten().any(is_entry)
        };
        let entries = parts.iter().flat_map(|part| part.entries().map(move |entry| (part, entry)));
        entries.filter(|(part, entry)| is_missing(part, entry)).map(|(_, entry)| entry).collect()
    }

    /// Part to which each function belongs, by index of the function; `None` for the main module. An entry
    /// belongs to its part; an entry of several parts belongs to the first of them. Another function belongs
    /// to a part if entries of this part lead to it, and neither the main module nor another part does. If
    /// entries of several parts lead to it, but not the main module, it belongs to the last part.
    pub(super) fn divide(&self, parts: &[ProgramPart]) -> Vec<Option<usize>> {
        let part = |path: &Option<String>| {
            parts.iter().position(|part| path.as_ref().is_some_and(|path| part.has(path)))
        };
        let entries: Vec<Option<usize>> = self.paths.iter().map(part).collect();
        let is_entry = |function: usize| entries.get(function).is_some_and(Option::is_some);
        let named: HashSet<usize> = self.names.iter().flatten().copied().collect();
        // If no code refers to a function in the table, its callers are unknown, so that it stays in the main
        // module.
        let unnamed = self.in_table.iter().filter(|function| !named.contains(*function));
        let starts = self.exported.iter().chain(unnamed).copied();
        let of_main = self.reached(starts.collect(), is_entry);
        let of_parts = (0..parts.len()).map(|part| {
            let members = (0..entries.len()).filter(|function| entries[*function] == Some(part));
            self.reached(members.flat_map(|member| self.next(member)).collect(), is_entry)
        });
        let of_parts: Vec<Vec<bool>> = of_parts.collect();
        let place = |number: usize| {
            let mut reaching = (0..parts.len()).filter(|part| of_parts[*part][number]);
            let first = reaching.next().filter(|_| self.is_local[number] && !of_main[number])?;
            Some(if reaching.next().is_some() { parts.len() - 1 } else { first })
        };
        (0..entries.len()).map(|number| entries[number].or_else(|| place(number))).collect()
    }

    /// Whether each node can be reached from `starts` by a path on which no node is an entry, by index of the
    /// node. A start that is an entry is not reached.
    fn reached(&self, starts: Vec<usize>, is_entry: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.names.len()];
        let mut open = starts;
        while let Some(node) = open.pop() {
            if !reached[node] && !is_entry(node) {
                reached[node] = true;
                open.extend(self.next(node));
            }
        }
        reached
    }

    fn next(&self, node: usize) -> impl Iterator<Item = usize> {
        self.calls.get(node).into_iter().flatten().chain(&self.names[node]).copied()
    }
}

/// Functions that a function body calls, and numbers in it that may be addresses.
#[derive(Default)]
struct Uses {
    calls: BTreeSet<FunctionId>,
    /// Numbers that may be addresses of data or slots of the table of function pointers.
    values: BTreeSet<u32>,
    /// Numbers in `values` that may be the start of a piece of data.
    starts: BTreeSet<u32>,
}

impl Uses {
    fn of(kind: &FunctionKind) -> Self {
        let mut uses = Self::default();
        if let FunctionKind::Local(local) = kind {
            dfs_in_order(&mut uses, local, local.entry_block());
        }
        uses
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "addresses have 32 bits")]
impl Visitor<'_> for Uses {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.calls.insert(*function);
    }

    fn visit_const(&mut self, constant: &Const) {
        let values = match constant.value {
            Value::I32(value) => vec![value as u32],
            // A single instruction may write two neighbouring fields of 32 bits.
            Value::I64(value) => vec![value as u32, (value >> 32) as u32],
            _ => Vec::new(),
        };
        self.values.extend(&values);
        self.starts.extend(values);
    }

    fn visit_load(&mut self, load: &Load) {
        self.values.insert(load.arg.offset as u32);
    }

    fn visit_store(&mut self, store: &Store) {
        self.values.insert(store.arg.offset as u32);
    }
}

/// Index of the function that each slot of the table of function pointers contains, by slot.
fn slots(module: &Module, numbers: &HashMap<FunctionId, usize>) -> HashMap<u32, usize> {
    let mut slots = HashMap::new();
    for segment in module.elements.iter() {
        let (
            ElementKind::Active { offset: ConstExpr::Value(Value::I32(first)), .. },
            ElementItems::Functions(ids),
        ) = (&segment.kind, &segment.items)
        else {
            continue;
        };
        slots.extend((first.cast_unsigned()..).zip(ids.iter().map(|id| numbers[id])));
    }
    slots
}

/// Data of the wasm module, divided into pieces. A piece begins at each address to which code or data refers.
struct Data<'a> {
    /// Address and bytes of each data segment.
    segments: Vec<(u32, &'a [u8])>,
    /// Addresses at which the pieces of data begin, ascending.
    starts: Vec<u32>,
}

impl<'a> Data<'a> {
    fn new(module: &'a Module, uses: &[Uses]) -> Self {
        let segments = module.data.iter().filter_map(|data| match &data.kind {
            DataKind::Active { offset: ConstExpr::Value(Value::I32(first)), .. } => {
                Some((first.cast_unsigned(), &data.value[..]))
            }
            _ => None,
        });
        let mut data = Self { segments: segments.collect(), starts: Vec::new() };
        let named = uses.iter().flat_map(|uses| uses.starts.iter().copied());
        let named = named.chain(data.words().map(|(_, word)| word));
        let starts: BTreeSet<u32> = named.filter(|start| start % 4 == 0 && data.has(*start)).collect();
        data.starts = starts.into_iter().collect();
        data
    }

    /// Whether a data segment has a byte at `address`.
    fn has(&self, address: u32) -> bool {
        let end = |(first, bytes): &(u32, &[u8])| u64::from(*first) + bytes.len() as u64;
        self.segments.iter().any(|segment| segment.0 <= address && u64::from(address) < end(segment))
    }

    /// Index of the piece of data that contains `address`. `None` if there is no data at `address`, or if no
    /// piece begins at or before `address`.
    fn stretch(&self, address: u32) -> Option<usize> {
        if !self.has(address) {
            return None;
        }
        self.starts.partition_point(|start| *start <= address).checked_sub(1)
    }

    /// All aligned words of 4 B in the data, with their addresses. The value of a word may itself be an
    /// address. A segment that ends within a word loses this word.
    fn words(&self) -> impl Iterator<Item = (u32, u32)> {
        self.segments.iter().flat_map(|(first, bytes)| {
            let skipped = first.next_multiple_of(4) - first;
            let words = bytes.get(skipped as usize..).unwrap_or_default().chunks_exact(4);
            (first + skipped..)
                .step_by(4)
                .zip(words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])))
        })
    }
}
