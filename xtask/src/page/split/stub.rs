//! Stubs in the main module for functions that moved to parts.

use walrus::ir::UnaryOp;
use walrus::{FunctionBuilder, FunctionId, FunctionKind, GlobalId, Module, TableId, TypeId};

/// Stub of a function that moved.
pub(super) struct Stub {
    pub table: TableId,
    /// Slot of the table that will hold the function once its part is loaded.
    pub slot: i32,
    /// Global that holds whether the part is loaded.
    pub is_there: GlobalId,
    pub load: FunctionId,
    pub part: i32,
}

impl Stub {
    pub(super) fn replace(&self, main: &mut Module, function: FunctionId) {
        let ty: TypeId = main.funcs.get(function).ty();
        let (params, results) = main.types.params_results(ty);
        let (params, results) = (params.to_vec(), results.to_vec());
        let args: Vec<_> = params.iter().map(|param| main.locals.add(*param)).collect();
        let mut builder = FunctionBuilder::new(&mut main.types, &params, &results);
        let mut body = builder.func_body();
        body.global_get(self.is_there).unop(UnaryOp::I32Eqz).if_else(
            None,
            |then| {
                then.i32_const(self.part).call(self.load);
            },
            |_| {},
        );
        for arg in &args {
            body.local_get(*arg);
        }
        body.i32_const(self.slot).call_indirect(ty, self.table);
        main.funcs.get_mut(function).kind = FunctionKind::Local(builder.local_func(args));
    }
}
