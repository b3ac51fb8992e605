// What counts as a declaration, as tree-sitter queries. The capture that is not `@name` or `@of` is the
// declaration, and its name the kind; `@of` is what its name belongs to. Where two patterns meet the same
// declaration, the earlier one counts.

const JAVASCRIPT = `
(class_declaration name: (_) @name) @class
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(method_definition name: (_) @name) @method
(lexical_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)])) @function
(variable_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)])) @function
(pair key: (_) @name value: [(arrow_function) (function_expression)]) @method
(assignment_expression left: (member_expression) @name
  right: [(arrow_function) (function_expression) (class)]) @function
(program (lexical_declaration (variable_declarator name: (identifier) @name)) @variable)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @variable)
(program (export_statement
  (lexical_declaration (variable_declarator name: (identifier) @name)) @variable))
`;

export const javascript = `${JAVASCRIPT}
(field_definition property: (_) @name value: (arrow_function)) @method
`;

export const typescript = `${JAVASCRIPT}
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @enum
(internal_module name: (_) @name) @namespace
(module name: (_) @name) @namespace
(function_signature name: (_) @name) @function
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(public_field_definition name: (_) @name value: (arrow_function)) @method
`;

export const python = `
(class_definition name: (_) @name) @class
(function_definition name: (_) @name) @function
(module (expression_statement (assignment left: (identifier) @name)) @variable)
`;

export const go = `
(function_declaration name: (_) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @of
    (pointer_type (type_identifier) @of)
    (generic_type type: (_) @of)
    (pointer_type (generic_type type: (_) @of))
  ])) name: (_) @name) @method
(method_declaration name: (_) @name) @method
(type_spec name: (_) @name type: (struct_type)) @struct
(type_spec name: (_) @name type: (interface_type)) @interface
(type_spec name: (_) @name) @type
(type_alias name: (_) @name) @type
(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @variable)))
`;

export const rust = `
(function_item name: (_) @name) @function
(function_signature_item name: (_) @name) @function
(struct_item name: (_) @name) @struct
(union_item name: (_) @name) @union
(enum_item name: (_) @name) @enum
(trait_item name: (_) @name) @trait
(impl_item trait: (_) @of type: (_) @name) @impl
(impl_item type: (_) @name) @impl
(type_item name: (_) @name) @type
(mod_item name: (_) @name) @module
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @variable
(macro_definition name: (_) @name) @macro
`;

export const java = `
(class_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(annotation_type_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(method_declaration name: (_) @name) @method
(constructor_declaration name: (_) @name) @constructor
(compact_constructor_declaration name: (_) @name) @constructor
`;

/** In a function the same would mostly be a variable. */
const PROTOTYPES = [
  'translation_unit',
  'declaration_list',
  'field_declaration_list',
  'linkage_specification',
  'preproc_ifdef',
  'preproc_if',
  'preproc_else',
].map(
  (place) => `
(${place} (declaration declarator: (function_declarator declarator: (_) @name)) @function)
(${place} (declaration declarator: (_ (function_declarator declarator: (_) @name))) @function)
`,
);

export const cpp = `
(function_definition declarator: (function_declarator declarator: (_) @name)) @function
(function_definition declarator: (_ (function_declarator declarator: (_) @name))) @function
(function_definition declarator: (_ (_ (function_declarator declarator: (_) @name)))) @function
(field_declaration declarator: (function_declarator declarator: (_) @name)) @method
(field_declaration declarator: (_ (function_declarator declarator: (_) @name))) @method
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @union
(enum_specifier name: (_) @name body: (_)) @enum
(namespace_definition name: (_) @name) @namespace
(type_definition declarator: (_) @name) @type
(alias_declaration name: (_) @name) @type
(concept_definition name: (_) @name) @type
(preproc_function_def name: (_) @name) @macro
(preproc_def name: (_) @name value: (_)) @macro
${PROTOTYPES.join('')}`;
