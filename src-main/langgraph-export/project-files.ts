/** The files of an exported project by their paths: a pure function of the flow and of what the build has made. */
import { flowToMermaid } from '../../src-shared/flow/editing/mermaid'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Flow } from '../../src-shared/flow/records'
import type { EngineFiles } from './engine-files'
import { DEV_MODULE, ENGINE_TYPES, GRAPH_MODULE, PORT_MODULE, TALK_MODULE } from './modules'
import { environmentExample, readme } from './readme'
import type { ExportNeeds } from './left-behind'

/** Versions that were tried together; the engine's own packages come with it. */
const SERVER = {
  '@langchain/langgraph-api': '1.4.6',
  '@langchain/langgraph-cli': '1.4.6',
  '@langchain/langgraph-sdk': '1.12.4',
  typescript: '5.9.3',
} as const

/** The name by which clients ask for the flow. */
export function graphName({ name }: Pick<Flow, 'name'>): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return words === '' ? 'flow' : words.slice(0, 60)
}

export function projectFiles(flow: Flow, engine: EngineFiles, needs: ExportNeeds): Map<string, string> {
  const graph = graphName(flow)
  const modules = Object.entries(engine.modules).map(([name, text]) => [`baton/${name}`, text] as const)
  const sources = Object.entries(engine.sources).map(([file, text]) => [`baton/sources/${file}`, text] as const)
  return new Map([
    ['README.md', readme({ flow, graph, needs, baton: engine.baton, drawing: flowToMermaid(flow) })],
    ['.env.example', environmentExample(needs)],
    ['.gitignore', 'node_modules/\n.env\n.langgraph_api/\n'],
    // The server's packages name older ones of each other than they work with.
    ['.npmrc', 'legacy-peer-deps=true\n'],
    ['package.json', json(packageOf(graph, engine))],
    [
      'langgraph.json',
      json({ node_version: '22', dependencies: ['.'], graphs: { [graph]: './src/graph.ts:graph' }, env: '.env' }),
    ],
    ['tsconfig.json', json(TYPESCRIPT)],
    ['src/graph.ts', GRAPH_MODULE],
    ['src/port.ts', PORT_MODULE],
    ['src/dev.ts', DEV_MODULE],
    ['src/talk.ts', TALK_MODULE],
    ['flow/main.flow.json', saveFlow(flow)],
    ['baton/engine.d.ts', ENGINE_TYPES],
    ...modules,
    ...sources,
  ])
}

function packageOf(name: string, { packages }: EngineFiles) {
  const { '@langchain/langgraph-sdk': sdk, ...tools } = SERVER
  return {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=22.13' },
    scripts: {
      dev: `${WITH_ENVIRONMENT} src/dev.ts`,
      talk: `${WITH_ENVIRONMENT} src/talk.ts`,
      types: 'tsc --noEmit',
    },
    dependencies: packages,
    devDependencies: { ...tools, '@types/node': '24.19.2' },
    overrides: { '@langchain/langgraph-sdk': sdk },
  }
}

/** As LangGraph's server reads it. */
const WITH_ENVIRONMENT = 'tsx --env-file-if-exists=.env'

const TYPESCRIPT = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  },
  include: ['src'],
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
