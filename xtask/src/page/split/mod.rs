//! Splits the program of the page into wasm modules: a main module, and parts that the browser loads on first
//! use. Start with [`split`].
//!
//! The compiler links one module, and `wasm-bindgen` binds it to JavaScript. After that, the entry functions
//! of a part move to the module of the part, together with the functions that only they call.
//!
//! In the main module, a stub (a short function) replaces each moved function that other code calls. The stub
//! calls the moved function through the table of function pointers. If the part is not loaded yet, the stub
//! first loads it (`assets/parts.js`), while its caller waits.
//!
//! Data, such as texts and tables, stays in the main module, because a wasm module does not state which
//! function uses it.
//!
//! If entries of several parts lead to a function, but the main module does not, the function moves to the
//! last part.

mod graph;
mod stub;

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use walrus::ir::Value;
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionId, FunctionKind, GlobalKind, ImportedFunction,
    Module, TableId, ValType,
};

use super::parts::ProgramPart;
use graph::Graph;
use stub::Stub;

/// Exported function of the main module that loads a part, synchronously. Its argument is the index of the
/// part.
const LOAD: &str = "loadPart";

/// Name of the main module in the imports of a part.
const MAIN: &str = "main";

/// Program after the split, as the bytes of wasm files.
#[derive(Debug)]
pub(super) struct Split {
    /// Bytes of the main module, which is loaded with the page.
    pub main: Vec<u8>,
    /// Bytes of the module of each part, in the order of `xtask/parts.toml`.
    pub parts: Vec<Vec<u8>>,
}

/// Splits `wasm`, a module that wasm-bindgen has bound, into a main module and a module for each of `parts`.
///
/// # Errors
///
/// If `wasm` is not a module, has no table of functions, or does not export the function that loads parts.
/// Also if it does not contain an entry of a part; the message names all such entries.
pub(super) fn split(wasm: &[u8], parts: &[ProgramPart]) -> Result<Split> {
    let mut main = Module::from_buffer(wasm)?;
    let plan = Plan::new(&main, parts)?;
    let modules = (0..parts.len()).map(|part| {
        let mut module = Module::from_buffer(wasm)?;
        plan.reduce_to_part(&mut module, part)?;
        Ok(module.emit_wasm())
    });
    let modules = modules.collect::<Result<_>>()?;
    plan.reduce_to_main(&mut main)?;
    Ok(Split { main: main.emit_wasm(), parts: modules })
}

/// Plan of the split: the module to which each function moves. A function is identified by its index in the
/// original module.
struct Plan {
    /// Index of the part of each function; `None` if the function stays in the main module.
    part_of: Vec<Option<usize>>,
    /// Entry functions of each part, by index of the part: functions of the part that code outside the part
    /// calls.
    entries: Vec<Vec<usize>>,
    /// Functions that parts call but do not contain. The main module exports each of these functions, or the
    /// stub that replaces it.
    shared: BTreeSet<usize>,
    /// Number of slots in the table of function pointers of the original module.
    slots: u64,
}

impl Plan {
    /// Plans the split of `module`.
    ///
    /// # Errors
    ///
    /// If an entry of a part is not in `module`.
    fn new(module: &Module, parts: &[ProgramPart]) -> Result<Self> {
        let graph = Graph::new(module);
        let missing = graph.missing_entries(parts);
        ensure!(
            missing.is_empty(),
            "xtask/parts.toml: the program has no function {}; correct the entry, or give the function #[inline(never)]",
            missing.join(", nor ")
        );
        let part_of = graph.divide(parts);
        let mut entries = vec![BTreeSet::new(); parts.len()];
        let mut shared = BTreeSet::new();
        for function in graph.called_from_outside() {
            if let Some(part) = part_of[function] {
                entries[part].insert(function);
            }
        }
        for (caller, callees) in graph.calls().enumerate() {
            for callee in callees.iter().filter(|callee| part_of[**callee] != part_of[caller]) {
                if let Some(part) = part_of[*callee] {
                    entries[part].insert(*callee);
                }
                if part_of[caller].is_some() {
                    shared.insert(*callee);
                }
            }
        }
        let slots = module.tables.main_function_table().ok().flatten();
        let slots = slots.map_or(0, |table| module.tables.get(table).initial);
        let entries = entries.into_iter().map(|part| part.into_iter().collect()).collect();
        Ok(Self { part_of, entries, shared, slots })
    }

    /// Slot of the first entry function of `part` in the table of function pointers. The slots of all parts
    /// follow the slots of the original module.
    fn base(&self, part: usize) -> u64 {
        self.slots + self.entries[..part].iter().map(|entries| entries.len() as u64).sum::<u64>()
    }

    /// Turns the original module into the main module. Stubs replace the functions that moved, and functions
    /// that parts call are exported.
    ///
    /// # Errors
    ///
    /// If the program has no table of function pointers, or does not export [`LOAD`].
    fn reduce_to_main(&self, main: &mut Module) -> Result<()> {
        let ids = functions(main);
        let table = table(main)?;
        let load = main
            .exports
            .get_func(LOAD)
            .with_context(|| format!("the program exports no {LOAD}; restore the function"))?;
        for (part, entries) in self.entries.iter().enumerate() {
            let is_loaded =
                main.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
            main.exports.add(&flag(part), is_loaded);
            for (slot, entry) in (self.base(part)..).zip(entries) {
                let stub =
                    Stub { table, slot: i32::try_from(slot)?, is_loaded, load, part: i32::try_from(part)? };
                stub.replace(main, ids[*entry]);
            }
        }
        let all = main.tables.get_mut(table);
        all.initial = self.base(self.entries.len());
        all.maximum = all.maximum.map(|most| most.max(all.initial));
        for item in stores(main) {
            export(main, &name_of_store(main, item), item);
        }
        for function in &self.shared {
            export(main, &name(*function), ExportItem::Function(ids[*function]));
        }
        walrus::passes::gc::run(main);
        Ok(())
    }

    /// Turns the original module into the module of `part`. The functions of the part stay; all others are
    /// imported from the main module.
    ///
    /// # Errors
    ///
    /// If the program has no table of function pointers.
    fn reduce_to_part(&self, module: &mut Module, part: usize) -> Result<()> {
        let ids = functions(module);
        let table = table(module)?;
        let names: Vec<_> = stores(module).map(|item| (item, name_of_store(module, item))).collect();
        module.start = None;
        for export in module.exports.iter().map(walrus::Export::id).collect::<Vec<_>>() {
            module.exports.delete(export);
        }
        for segment in module.elements.iter().map(walrus::Element::id).collect::<Vec<_>>() {
            module.elements.delete(segment);
        }
        for segment in module.data.iter().map(walrus::Data::id).collect::<Vec<_>>() {
            module.data.delete(segment);
        }
        for (item, name) in names {
            match item {
                ExportItem::Memory(id) => {
                    let memory = module.memories.get_mut(id);
                    memory.data_segments.clear();
                    memory.import = Some(module.imports.add(MAIN, &name, id));
                }
                ExportItem::Table(id) => {
                    let table = module.tables.get_mut(id);
                    table.elem_segments.clear();
                    table.import = Some(module.imports.add(MAIN, &name, id));
                }
                ExportItem::Global(id) => {
                    module.globals.get_mut(id).kind = GlobalKind::Import(module.imports.add(MAIN, &name, id));
                }
                ExportItem::Function(_) | ExportItem::Tag(_) => {}
            }
        }
        for (number, id) in ids.iter().enumerate().filter(|(number, _)| self.part_of[*number] != Some(part)) {
            import(module, *id, &name(number));
        }
        let entries = self.entries[part].iter().map(|entry| ids[*entry]).collect();
        let offset = ConstExpr::Value(Value::I32(i32::try_from(self.base(part))?));
        let segment =
            module.elements.add(ElementKind::Active { table, offset }, ElementItems::Functions(entries));
        module.tables.get_mut(table).elem_segments.insert(segment);
        let all = module.tables.get_mut(table);
        // The table of the main module has slots for the entries of all parts.
        all.initial = self.base(self.entries.len());
        all.maximum = all.maximum.map(|most| most.max(all.initial));
        walrus::passes::gc::run(module);
        Ok(())
    }
}

/// All functions of a wasm module, imported functions included. The position in the list is the index of the
/// function.
fn functions(module: &Module) -> Vec<FunctionId> {
    module.funcs.iter().map(walrus::Function::id).collect()
}

fn table(module: &Module) -> Result<TableId> {
    module
        .tables
        .main_function_table()?
        .context("the program has no table of functions; check its link arguments")
}

/// Memories of a wasm module, then its tables, then its globals.
fn stores(module: &Module) -> impl Iterator<Item = ExportItem> + use<> {
    let memories = module.memories.iter().map(|memory| ExportItem::Memory(memory.id()));
    let tables = module.tables.iter().map(|table| ExportItem::Table(table.id()));
    let globals = module.globals.iter().map(|global| ExportItem::Global(global.id()));
    memories.chain(tables).chain(globals).collect::<Vec<_>>().into_iter()
}

/// Name under which the main module exports a memory, table or global. An item that is already exported keeps
/// the name of its export. The name of any other item is `store` with its index in [`stores`].
fn name_of_store(module: &Module, item: ExportItem) -> String {
    let own = module.exports.iter().find(|export| same(export.item, item));
    own.map_or_else(
        || {
            let number = stores(module).position(|other| same(other, item)).unwrap_or_default();
            format!("store{number}")
        },
        |export| export.name.clone(),
    )
}

fn same(one: ExportItem, other: ExportItem) -> bool {
    match (one, other) {
        (ExportItem::Memory(one), ExportItem::Memory(other)) => one == other,
        (ExportItem::Table(one), ExportItem::Table(other)) => one == other,
        (ExportItem::Global(one), ExportItem::Global(other)) => one == other,
        _ => false,
    }
}

/// Exports `item` as `name`; does nothing if the name is already exported.
fn export(module: &mut Module, name: &str, item: ExportItem) {
    if module.exports.iter().all(|export| export.name != name) {
        module.exports.add(name, item);
    }
}

/// Replaces `function` by a function with the name `name` that is imported from the main module.
fn import(module: &mut Module, function: FunctionId, name: &str) {
    if let FunctionKind::Import(imported) = &module.funcs.get(function).kind {
        let import = module.imports.get_mut(imported.import);
        MAIN.clone_into(&mut import.module);
        name.clone_into(&mut import.name);
    } else {
        let ty = module.funcs.get(function).ty();
        let import = module.imports.add(MAIN, name, function);
        module.funcs.get_mut(function).kind = FunctionKind::Import(ImportedFunction { import, ty });
    }
}

/// Name under which the main module exports a function for the parts. `function` is the index in the original
/// module.
fn name(function: usize) -> String {
    format!("${function:x}")
}

/// Export name of the global variable that is 1 if the part with the index `part` is loaded, otherwise 0.
fn flag(part: usize) -> String {
    format!("part{part}")
}

#[cfg(test)]
mod tests {
    use walrus::{FunctionBuilder, RefType};

    use super::*;
    use crate::page::parts::parse;

    /// Program with an exported function `start`, which calls the entry of the lessons. Both functions call
    /// `both`.
    fn program() -> Vec<u8> {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        module.exports.add("memory", memory);
        module.tables.add_local(false, 3, Some(3), RefType::FUNCREF);
        let mut add = |name: &str, params: &[ValType], callees: &[FunctionId]| {
            let args = params.iter().map(|param| module.locals.add(*param)).collect();
            let mut builder = FunctionBuilder::new(&mut module.types, params, &[]);
            builder.name(name.to_owned());
            for callee in callees {
                builder.func_body().call(*callee);
            }
            builder.finish(args, &mut module.funcs)
        };
        let load = add("load", &[ValType::I32], &[]);
        let both = add("both", &[], &[]);
        let helper = add("helper", &[], &[]);
        let lesson = add("fabric_lessons::read", &[], &[helper, both]);
        let start = add("start", &[], &[lesson, both]);
        module.exports.add(LOAD, load);
        module.exports.add("start", start);
        module.emit_wasm()
    }

    fn parts() -> Vec<ProgramPart> {
        parts_of("'fabric_lessons::read'")
    }

    /// Part `lessons` with the entries `entries`, and a part for functions to which several parts lead.
    fn parts_of(entries: &str) -> Vec<ProgramPart> {
        parse(&format!(
            "[[part]]\nname = 'lessons'\nentries = [{entries}]\n[[part]]\nname = 'shared'\nentries = []\n"
        ))
        .unwrap()
    }

    fn names(wasm: &[u8], is_wanted: fn(&FunctionKind) -> bool) -> Vec<String> {
        let module = Module::from_buffer(wasm).unwrap();
        let wanted = module.funcs.iter().filter(|function| is_wanted(&function.kind));
        let mut names: Vec<_> = wanted.map(|function| function.name.clone().unwrap_or_default()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_part_has_its_functions_and_those_that_only_they_call() {
        let Split { main, parts } = split(&program(), &parts()).unwrap();
        let local = |kind: &FunctionKind| matches!(kind, FunctionKind::Local(_));
        let imported = |kind: &FunctionKind| matches!(kind, FunctionKind::Import(_));
        assert_eq!(names(&main, local), ["both", "fabric_lessons::read", "load", "start"]);
        assert_eq!(names(&parts[0], local), ["fabric_lessons::read", "helper"]);
        assert_eq!(names(&parts[0], imported), ["both"]);
        assert!(names(&parts[1], local).is_empty());
    }

    #[test]
    fn a_stub_calls_through_the_slot_that_its_part_fills() {
        let Split { main, parts } = split(&program(), &parts()).unwrap();
        let table = |wasm: &[u8]| {
            let module = Module::from_buffer(wasm).unwrap();
            let id = table(&module).unwrap();
            (module.tables.get(id).initial, module.tables.get(id).maximum)
        };
        assert_eq!(table(&main), (4, Some(4)));
        assert_eq!(table(&parts[0]), (4, Some(4)));
        let part = Module::from_buffer(&parts[0]).unwrap();
        let segment = part.elements.iter().next().unwrap();
        assert!(matches!(segment.kind, ElementKind::Active { offset: ConstExpr::Value(Value::I32(3)), .. }));
    }

    #[test]
    fn an_entry_that_names_no_function_is_refused() {
        let refusal = split(&program(), &parts_of("'fabric_lessons::read', 'fabric_lab::gone'"))
            .unwrap_err()
            .to_string();
        assert!(refusal.contains("no function fabric_lab::gone;"), "{refusal}");
    }

    #[test]
    fn a_program_that_cannot_load_parts_is_refused() {
        let mut module = Module::from_buffer(&program()).unwrap();
        module.exports.remove(LOAD).unwrap();
        assert!(split(&module.emit_wasm(), &parts()).unwrap_err().to_string().contains(LOAD));
    }
}
