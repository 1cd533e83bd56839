/** The rooms of src-main: the core, the hosts and the command line. How a row is read stands in `../import-table.mjs`. */

/** @type {readonly import('../import-table.mjs').Room[]} */
export const MAIN = [
  {
    name: 'src-main/core',
    shared: 'kinds rpc',
    main: 'connections consent crashes documents engine/checkpoints engine/contract flows keeping models platform reading replay requests rpc run store time tool-trials tool-views tools/api tools/mcp tools/net tools/pool tools/web-search updates',
    packages: 'node',
  },
  {
    name: 'src-main/time',
    files: 'clock in-slices in-turn time-limit until-aborted',
    shared: 'slices',
    packages: 'node',
  },
  { name: 'src-main/json-hash', shared: 'flow', packages: 'node' },
  { name: 'src-main/late-database', packages: 'better-sqlite3' },
  { name: 'src-main/database-copy', shared: 'errors languages', main: 'platform', packages: 'better-sqlite3 node' },
  {
    name: 'src-main/flows',
    shared: 'errors flow flow/checks flow/editing kinds languages rpc slices',
    main: 'platform reading store time',
    packages: 'node zod',
  },
  {
    name: 'src-main/store',
    shared: 'errors flow languages outbound rpc run/log',
    main: 'database-copy late-database outbound platform time tools/mcp',
    packages: 'better-sqlite3 node zod',
  },
  { name: 'src-main/outbound', shared: 'errors outbound', packages: 'node' },
  {
    name: 'src-main/shared-store',
    shared: 'errors languages rpc',
    main: 'engine/checkpoints store time',
    packages: 'better-sqlite3 node pg zod',
  },
  {
    name: 'src-main/requests',
    shared: 'run/log',
    main: 'models/contract store time',
    packages: 'node zod',
  },
  {
    name: 'src-main/keeping',
    shared: 'agents/outside errors flow languages rpc run/log',
    main: 'engine/checkpoints redaction requests run store time',
    packages: 'zod',
  },
  {
    name: 'src-main/run',
    shared:
      'agents/plan errors flow flow/checks flow/difference flow/editing kinds languages rpc run/log run/sequence run/words sizes',
    main: 'consent engine/calls engine/checkpoints engine/compile engine/contract engine/expand engine/forecast engine/sources engine/state engine/tool-calls engine/turns flows json-hash redaction requests run/execution/translate store time',
    packages: 'node',
  },
  {
    name: 'src-main/run/execution/translate',
    shared: 'flow run/log',
    main: 'engine/compile engine/contract engine/state',
    packages: '@langchain/langgraph zod',
  },
  {
    name: 'src-main/engine/kinds',
    shared:
      'agents/answers agents/expressions agents/names agents/offers agents/outside agents/prompts agents/routing agents/templates errors flow flow/editing kinds languages run/log',
    main: 'consent documents engine/calls engine/contract engine/dialogs engine/expand engine/log-views engine/moves engine/nested-chats engine/plan engine/pools engine/speaking engine/state engine/swarm engine/tool-calls engine/workers models/contract outbound tools tools/code tools/mcp tools/net tools/openapi tools/web-search',
  },
  {
    name: 'src-main/engine/compile',
    shared: 'agents/offers agents/plan agents/prompts errors flow flow/editing kinds languages run/log slices',
    main: 'engine/availability engine/breakpoints engine/calls engine/checkpoints engine/contract engine/expand engine/kinds engine/moves engine/plan engine/sources engine/state engine/tool-calls engine/turns engine/workers models/contract outbound time',
    packages: '@langchain/core @langchain/langgraph zod',
  },
  {
    name: 'src-main/engine/checkpoints',
    startedBy: 'LangGraph',
    shared: 'errors languages',
    main: 'database-copy late-database platform',
    packages: '@langchain/core @langchain/langgraph @langchain/langgraph-checkpoint better-sqlite3 node zod',
  },
  {
    name: 'src-main/tool-views',
    shared: 'agents/offers errors flow kinds languages rpc slices',
    main: 'consent engine/compile engine/contract engine/expand engine/kinds engine/pools engine/sources flows time tools/pool',
  },
  {
    name: 'src-main/replay',
    shared:
      'agents/answers agents/prompts agents/routing agents/templates agents/texts errors flow flow/editing json-schema providers rpc run/log',
    main: 'engine/expand models models/contract requests store time',
    packages: 'zod',
  },
  {
    name: 'src-main/tool-trials',
    shared: 'consent errors flow flow/checks flow/editing kinds languages rpc run/log slices',
    main: 'consent engine/compile engine/contract engine/state engine/tool-calls flows store time',
  },
  {
    name: 'src-main/models',
    shared:
      'agents/answers agents/offers agents/prompts agents/texts errors flow json-schema languages providers rpc run/log terms',
    main: 'documents models/contract models/wire outbound platform redaction time tools/net',
    packages: '@langchain/core @langchain/openai node undici zod',
  },
  { name: 'src-main/models/contract', shared: 'agents/texts flow outbound providers rpc run/log' },
  {
    name: 'src-main/models/wire',
    shared: 'agents/answers agents/prompts flow json-schema languages rpc run/log',
    main: 'models/contract',
    packages: 'node',
  },
  {
    name: 'src-main/models/trial',
    shared: 'errors languages providers run/log',
    main: 'models models/contract models/wire outbound redaction time tools/net',
    packages: 'node',
  },
  {
    name: 'src-main/connections',
    shared: 'errors flow languages providers rpc',
    main: 'models models/contract models/trial models/wire platform redaction store',
    packages: 'node zod',
  },
  {
    name: 'src-main/reading',
    shared: 'errors flow json-schema kinds languages rpc',
    main: 'platform time tools/openapi',
    packages: 'ajv node unpdf',
  },
  {
    name: 'src-main/reading/worker',
    startedBy: '`reading/`, as a thread',
    shared: 'errors',
    main: 'flows reading tools/api tools/openapi',
    packages: 'node',
  },
  { name: 'src-main/redaction', shared: 'errors languages' },
  { name: 'src-main/updates', shared: 'rpc', main: 'time tools/net', packages: 'zod' },
  { name: 'src-main/crashes', shared: 'errors languages rpc', main: 'platform redaction', packages: 'node' },
  {
    name: 'src-main/documents',
    shared: 'agents/texts errors languages run/log slices terms',
    main: 'reading time',
    packages: 'minisearch node',
  },
  {
    name: 'src-main/consent',
    shared: 'consent errors flow flow/editing kinds languages slices',
    main: 'flows store time tools/net',
    packages: 'node',
  },
  { name: 'src-main/tools', shared: 'errors flow kinds languages', main: 'time tools/net', packages: 'node' },
  {
    name: 'src-main/tools/code',
    shared: 'errors flow kinds languages',
    main: 'platform tools/net',
    packages: '@jitl/quickjs-wasmfile-release-sync node quickjs-emscripten zod',
  },
  {
    name: 'src-main/tools/pool',
    shared: 'errors flow json-schema languages slices terms',
    main: 'documents platform time',
    packages: 'better-sqlite3 node',
  },
  {
    name: 'src-main/tools/net',
    shared: 'errors kinds languages run/log',
    main: 'outbound time',
    packages: 'node undici',
  },
  { name: 'src-main/tools/openapi', shared: 'agents/names errors flow languages', packages: 'node yaml' },
  {
    name: 'src-main/tools/mcp',
    shared: 'errors flow kinds languages',
    main: 'redaction time tools/net',
    packages: '@modelcontextprotocol/client cross-spawn node zod',
  },
  { name: 'src-main/platform', shared: 'errors flow/editing languages rpc', packages: 'node' },
  { name: 'src-main/platform/electron', shared: 'errors languages', main: 'platform', packages: 'electron node' },
  {
    name: 'src-main/rpc',
    shared: 'errors flow flow/editing kinds languages providers rpc run/log',
    main: 'connections consent crashes documents engine/checkpoints flows keeping platform reading replay requests run store time tool-trials tool-views tools/api tools/code tools/net updates',
  },
  {
    name: 'src-main/host-electron',
    startedBy: 'Electron',
    shared: 'errors flow-links rpc',
    main: 'core crashes platform platform/electron preload tools/net',
    packages: 'electron node zod',
  },
  { name: 'src-main/preload', startedBy: 'windows of the desktop app', shared: 'rpc', packages: 'electron' },
  {
    name: 'src-main/host-web',
    startedBy: '`npm start`',
    shared: 'errors languages rpc',
    main: 'core crashes platform tools/net',
    packages: 'node ws',
  },
  {
    name: 'src-main/cli',
    startedBy: '`scripts/baton.mjs`',
    shared:
      'agents/names agents/offers agents/plan errors flow flow/checks flow/difference flow/editing flow/export json-schema kinds languages match outbound providers rpc run/fold run/log run/moments run/sequence run/trace run/words sizes',
    main: 'connections consent core crashes documents engine/contract engine/expand flows keeping langgraph-export models platform reading run shared-store store time tool-trials tool-views tools/code tools/net',
    packages: '@modelcontextprotocol/sdk commander node zod',
  },
  {
    name: 'src-main/langgraph-export',
    shared: 'consent errors flow flow/checks flow/editing flow/export kinds languages slices',
    main: 'flows platform',
    packages: 'node zod',
  },
  {
    name: 'src-main/langgraph-server',
    startedBy: 'projects that were exported',
    shared:
      'agents/offers consent errors flow flow/checks flow/editing flow/export kinds languages match providers run/log run/words',
    main: 'connections documents engine/checkpoints engine/compile engine/contract engine/state engine/turns models models/contract models/wire reading redaction run store time tools/api tools/mcp tools/pool tools/web-search',
    packages: '@langchain/core @langchain/langgraph node zod',
  },
  {
    name: 'src-main/engine/availability',
    shared: 'agents/expressions agents/offers agents/templates flow kinds',
    main: 'engine/contract engine/speaking engine/state engine/tool-calls',
  },
  {
    name: 'src-main/engine/breakpoints',
    shared: 'agents/expressions agents/offers flow kinds run/log',
    main: 'engine/contract engine/state engine/tool-calls',
  },
  {
    name: 'src-main/engine/calls',
    shared: 'agents/answers agents/prompts agents/texts errors flow json-schema kinds languages providers run/log',
    main: 'engine/contract engine/moves engine/state models/contract models/wire time',
    packages: '@langchain/langgraph',
  },
  {
    name: 'src-main/engine/contract',
    shared: 'agents/offers flow kinds run/fold run/log',
    main: 'documents engine/state models/contract reading redaction requests store tools/api tools/code tools/mcp tools/pool tools/web-search',
    packages: 'zod',
  },
  {
    name: 'src-main/engine/dialogs',
    shared:
      'agents/answers agents/expressions agents/offers agents/prompts agents/templates flow kinds languages run/log',
    main: 'engine/calls engine/contract engine/expand engine/log-views engine/moves engine/state engine/tool-calls models/contract',
    packages: 'zod',
  },
  {
    name: 'src-main/engine/forecast',
    shared: 'errors flow run/log',
    main: 'engine/compile engine/contract engine/state engine/turns',
  },
  { name: 'src-main/engine/expand', shared: 'errors flow flow/editing kinds languages match run/log' },
  {
    name: 'src-main/engine/log-views',
    shared: 'agents/prompts agents/templates agents/texts flow kinds run/log',
    main: 'engine/contract engine/state models/contract',
  },
  {
    name: 'src-main/engine/moves',
    shared: 'agents/expressions agents/prompts agents/templates errors flow kinds languages run/log',
    main: 'engine/contract engine/state',
    packages: 'zod',
  },
  {
    name: 'src-main/engine/nested-chats',
    shared: 'agents/expressions agents/offers agents/prompts agents/templates errors flow kinds languages run/log',
    main: 'engine/availability engine/calls engine/contract engine/dialogs engine/log-views engine/moves engine/speaking engine/state engine/tool-calls models/contract',
    packages: 'zod',
  },
  {
    name: 'src-main/engine/plan',
    shared:
      'agents/plan agents/prompts agents/templates agents/texts errors flow json-schema kinds languages match run/log',
    main: 'engine/calls engine/contract engine/log-views engine/moves engine/pools engine/state engine/tool-calls engine/workers models/contract time',
    packages: 'zod',
  },
  {
    name: 'src-main/engine/pools',
    shared: 'agents/offers errors flow kinds languages match run/log',
    main: 'engine/calls engine/contract engine/log-views engine/state time tools/pool',
  },
  {
    name: 'src-main/engine/sources',
    shared: 'agents/offers errors flow flow/checks kinds languages run/log',
    main: 'engine/contract json-hash redaction store',
    packages: 'node',
  },
  {
    name: 'src-main/engine/speaking',
    shared:
      'agents/answers agents/expressions agents/offers agents/prompts agents/texts errors flow kinds languages match run/log',
    main: 'engine/calls engine/contract engine/dialogs engine/log-views engine/moves engine/pools engine/state engine/tool-calls engine/workers models models/contract time',
  },
  {
    name: 'src-main/engine/state',
    shared: 'agents/offers agents/plan errors flow run/log',
    main: 'engine/checkpoints',
    packages: '@langchain/langgraph @langchain/langgraph-checkpoint',
  },
  {
    name: 'src-main/engine/swarm',
    shared: 'agents/offers agents/prompts agents/routing agents/templates flow match',
    main: 'engine/calls engine/contract engine/log-views engine/moves engine/speaking engine/state engine/tool-calls models/contract',
  },
  {
    name: 'src-main/engine/tool-calls',
    shared: 'agents/answers agents/offers agents/prompts errors flow kinds languages match run/fold run/log sizes',
    main: 'engine/calls engine/contract engine/pools engine/state json-hash models/contract outbound time tools/code',
    packages: 'node zod',
  },
  {
    name: 'src-main/engine/turns',
    shared: 'agents/offers errors flow languages run/log',
    main: 'engine/contract engine/dialogs engine/moves engine/state',
  },
  {
    name: 'src-main/engine/workers',
    shared: 'agents/answers agents/prompts agents/routing agents/templates agents/texts errors flow kinds run/log',
    main: 'engine/calls engine/contract engine/dialogs engine/log-views engine/moves engine/state models/contract',
    packages: '@langchain/langgraph',
  },
  {
    name: 'src-main/tools/api',
    shared: 'agents/outside errors flow kinds languages rpc',
    main: 'documents reading time tools/net tools/openapi',
    packages: 'node',
  },
  {
    name: 'src-main/tools/web-search',
    shared: 'errors languages',
    main: 'models/contract outbound redaction time tools/net',
  },
]
