/** The rooms of src-shared: pure TypeScript. How a row is read stands in `../import-table.mjs`. */

/** @type {readonly import('../import-table.mjs').Room[]} */
export const SHARED = [
  { name: 'src-shared/errors', shared: 'languages' },
  { name: 'src-shared/slices' },
  { name: 'src-shared/match' },
  { name: 'src-shared/terms' },
  { name: 'src-shared/languages' },
  { name: 'src-shared/flow', shared: 'languages match', packages: 'zod' },
  { name: 'src-shared/json-schema', shared: 'flow languages' },
  { name: 'src-shared/agents/plan', shared: 'flow languages match', packages: 'zod' },
  {
    name: 'src-shared/kinds',
    shared: 'agents/answers agents/expressions agents/names agents/prompts agents/templates flow json-schema languages',
    packages: 'zod',
  },
  {
    name: 'src-shared/flow/editing',
    shared:
      'agents/answers agents/expressions agents/names agents/prompts agents/templates errors flow kinds languages match slices',
    packages: 'zod',
  },
  { name: 'src-shared/agents/offers', shared: 'agents/names agents/templates flow kinds' },
  {
    name: 'src-shared/flow/checks',
    shared: 'agents/names agents/offers agents/prompts flow flow/editing kinds languages match slices',
  },
  { name: 'src-shared/flow/difference', shared: 'flow flow/editing kinds languages', packages: 'zod' },
  { name: 'src-shared/flow/export', shared: 'flow flow/editing kinds languages match' },
  { name: 'src-shared/consent', shared: 'flow flow/editing kinds' },
  { name: 'src-shared/flow-links', shared: 'errors languages' },
  { name: 'src-shared/outbound', shared: 'languages', packages: 'zod' },
  { name: 'src-shared/providers', shared: 'flow languages run/log', packages: 'zod' },
  {
    name: 'src-shared/rpc',
    shared: 'agents/plan errors flow kinds languages outbound providers run/log',
    packages: 'zod',
  },
  { name: 'src-shared/agents/answers', shared: 'flow match', packages: 'zod' },
  { name: 'src-shared/agents/expressions', shared: 'errors flow languages' },
  { name: 'src-shared/agents/names', packages: 'any-ascii' },
  { name: 'src-shared/agents/outside', shared: 'errors flow languages', packages: 'zod' },
  { name: 'src-shared/agents/prompts', shared: 'agents/answers agents/templates flow json-schema' },
  { name: 'src-shared/agents/routing', shared: 'agents/answers agents/prompts flow match' },
  { name: 'src-shared/agents/templates', shared: 'agents/expressions flow languages' },
  { name: 'src-shared/agents/texts', shared: 'slices' },
  { name: 'src-shared/run/fold', shared: 'agents/plan flow languages run/log run/words', packages: 'zod' },
  {
    name: 'src-shared/run/log',
    shared: 'agents/answers agents/plan agents/routing errors flow languages',
    packages: 'zod',
  },
  { name: 'src-shared/run/moments', shared: 'flow run/fold run/log' },
  { name: 'src-shared/run/sequence', shared: 'flow flow/export kinds languages run/fold run/log run/words' },
  { name: 'src-shared/run/tests', shared: 'errors flow languages run/log', packages: 'zod' },
  { name: 'src-shared/run/trace', shared: 'flow languages run/fold run/moments run/sequence run/words run/log' },
  { name: 'src-shared/run/words', shared: 'agents/prompts flow languages run/log' },
]
