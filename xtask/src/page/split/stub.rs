//! Stubs in the main module, which replace functions that moved to parts. A stub loads its part if necessary,
//! then calls the moved function.

use walrus::ir::UnaryOp;
use walrus::{FunctionBuilder, FunctionId, FunctionKind, GlobalId, Module, TableId, TypeId};

/// Stub: short function of the main module that replaces a function which moved to a part.
pub(super) struct Stub {
    /// Table of function pointers of the main module.
    pub table: TableId,
    /// Slot of the table of function pointers that contains the function after its part is loaded.
    pub slot: i32,
    /// Global variable that is 1 if the part is loaded, otherwise 0.
    pub is_loaded: GlobalId,
    /// Imported function that loads a part; its argument is the index of the part.
    pub load: FunctionId,
    /// Index of the program part that the stub loads, from 0.
    pub part: i32,
}

impl Stub {
    /// Replaces `function` in `main` by this stub, which has the parameters and results of `function`.
    pub(super) fn replace(&self, main: &mut Module, function: FunctionId) {
        let ty: TypeId = main.funcs.get(function).ty();
        let (params, results) = main.types.params_results(ty);
        let (params, results) = (params.to_vec(), results.to_vec());
        let args: Vec<_> = params.iter().map(|param| main.locals.add(*param)).collect();
        let mut builder = FunctionBuilder::new(&mut main.types, &params, &results);
        let mut body = builder.func_body();
        body.global_get(self.is_loaded).unop(UnaryOp::I32Eqz).if_else(
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
