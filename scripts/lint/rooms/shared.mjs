/** The rooms of src-shared: pure TypeScript. How a row is read stands in `../import-table.mjs`. */

/** @type {readonly import('../import-table.mjs').Room[]} */
export const SHARED = [
  { name: 'src-shared/errors' },
  { name: 'src-shared/slices' },
  { name: 'src-shared/match' },
  { name: 'src-shared/terms' },
  { name: 'src-shared/flow', shared: 'match', packages: 'zod' },
  { name: 'src-shared/json-schema', shared: 'flow' },
  { name: 'src-shared/agents', shared: 'errors flow json-schema match slices', packages: 'any-ascii zod' },
  { name: 'src-shared/agents/plan', shared: 'flow match', packages: 'zod' },
  { name: 'src-shared/kinds', shared: 'agents flow json-schema', packages: 'zod' },
  {
    name: 'src-shared/flow/editing',
    files:
      'flow/open flow/save flow/data flow/edits flow/connect flow/paste flow/clipboard flow/own-names flow/fixes flow/rename-variable flow/held-flow flow/mermaid',
    shared: 'agents errors flow kinds match slices',
    packages: 'zod',
  },
  {
    name: 'src-shared/agents/offers',
    files: 'agents/offers agents/pools agents/swarm-group',
    shared: 'agents flow kinds',
  },
  {
    name: 'src-shared/flow/checks',
    files: 'flow/checks flow/check',
    shared: 'agents agents/offers flow flow/editing kinds match slices',
  },
  { name: 'src-shared/consent', shared: 'flow flow/editing kinds' },
  { name: 'src-shared/run', shared: 'agents agents/plan errors flow kinds', packages: 'zod' },
  { name: 'src-shared/providers', shared: 'run', packages: 'zod' },
  { name: 'src-shared/rpc', shared: 'agents/plan errors flow kinds providers run', packages: 'zod' },
]
