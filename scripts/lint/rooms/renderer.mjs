/** The rooms of src-renderer: the interface. How a row is read stands in `../import-table.mjs`. */

/** @type {readonly import('../import-table.mjs').Room[]} */
export const RENDERER = [
  {
    name: 'src-renderer/app',
    startedBy: 'the browser',
    shared: 'consent drawing errors flow flow-links flow/editing flow/export kinds languages rpc run/log',
    renderer:
      'breakpoints chat consent crashes decisions editor flow-tests inbox inspector kinds library link outline plan react-flow run run/store run/trace sequence settings timeline tool-trial ui ui/layers updates versions',
    packages:
      '@fontsource-variable/inter @mantine/core @mantine/hooks @mantine/notifications @mantine/spotlight @tabler/icons-react react react-dom zod zustand',
  },
  {
    name: 'src-renderer/editor',
    shared: 'agents/outside drawing errors flow flow-links flow/checks flow/editing kinds languages rpc slices',
    renderer: 'kinds react-flow ui ui/layers',
    packages: '@mantine/core @tabler/icons-react elkjs react zustand',
  },
  { name: 'src-renderer/react-flow', packages: '@xyflow/react react react-dom' },
  {
    name: 'src-renderer/inspector',
    shared:
      'agents/expressions agents/offers agents/outside agents/prompts agents/routing agents/templates agents/texts errors flow flow/editing json-schema kinds languages match rpc',
    renderer: 'consent editor kinds pool run/store tool-trial ui ui/layers',
    packages:
      '@codemirror/autocomplete @codemirror/lang-json @codemirror/state @codemirror/view @mantine/core @tabler/icons-react @tanstack/react-virtual codemirror react zod',
  },
  {
    name: 'src-renderer/outline',
    shared: 'flow flow/editing kinds languages',
    renderer: 'editor kinds ui ui/layers',
    packages: '@mantine/core @tabler/icons-react @tanstack/react-virtual react zustand',
  },
  {
    name: 'src-renderer/pool',
    shared: 'agents/names agents/offers errors flow flow/editing json-schema kinds languages rpc',
    renderer: 'consent editor kinds tool-trial ui ui/layers',
    packages: '@mantine/core @tabler/icons-react @tanstack/react-virtual react zod zustand',
  },
  {
    name: 'src-renderer/kinds',
    shared: 'flow kinds languages',
    renderer: 'ui',
    packages: '@tabler/icons-react react zod',
  },
  {
    name: 'src-renderer/schema-form',
    shared: 'flow json-schema languages',
    renderer: 'ui',
    packages: '@mantine/core',
  },
  {
    name: 'src-renderer/approvals',
    shared: 'agents/offers flow kinds run/log run/words',
    renderer: 'editor schema-form ui ui/layers',
    packages: '@mantine/core @tabler/icons-react react',
  },
  {
    name: 'src-renderer/breakpoints',
    shared: 'agents/expressions flow languages run/fold run/log',
    renderer: 'editor run run/store ui',
    packages: '@mantine/core @tabler/icons-react react',
  },
  {
    name: 'src-renderer/inbox',
    shared: 'rpc run/log run/words',
    renderer: 'approvals breakpoints ui ui/layers',
    packages: '@mantine/core @tabler/icons-react react',
  },
  {
    name: 'src-renderer/forks',
    shared: 'languages rpc run/words',
    renderer: 'run run/store ui',
    packages: '@mantine/core @mantine/notifications @tabler/icons-react react',
  },
  {
    name: 'src-renderer/chat',
    shared: 'agents/offers errors flow flow/editing kinds languages rpc run/fold run/log run/trace run/words',
    renderer:
      'approvals breakpoints consent editor flow-tests forks kinds plan requests results run run/store ui ui/layers',
    packages: '@mantine/core @tabler/icons-react @tanstack/react-virtual react zustand',
  },
  {
    name: 'src-renderer/run',
    shared: 'errors flow flow/difference kinds languages rpc run/fold run/log run/words',
    renderer: 'editor inspector kinds run/store ui ui/layers',
    packages: '@mantine/core @tabler/icons-react react',
  },
  {
    name: 'src-renderer/run/store',
    shared: 'errors flow languages rpc run/fold run/log run/moments run/words',
    renderer: 'consent editor ui',
    packages: 'react zustand',
  },
  {
    name: 'src-renderer/requests',
    shared: 'agents/texts errors flow flow/difference languages run/fold run/log run/words',
    renderer: 'run run/store ui',
    packages: '@mantine/core @tabler/icons-react react',
  },
  {
    name: 'src-renderer/run/trace',
    shared: 'flow languages run/fold run/log run/trace run/words',
    renderer: 'editor kinds requests results run run/store ui',
    packages: '@mantine/core @tabler/icons-react @tanstack/react-virtual react',
  },
  {
    name: 'src-renderer/sequence',
    shared: 'flow kinds languages run/sequence run/words',
    renderer: 'editor kinds run/store ui',
    packages: '@mantine/core @mantine/hooks @tabler/icons-react @tanstack/react-virtual react',
  },
  {
    name: 'src-renderer/plan',
    shared: 'agents/offers agents/plan agents/texts flow kinds languages run/fold run/log run/words',
    renderer: 'approvals consent editor requests results run run/store ui ui/layers',
    packages: '@mantine/core @tabler/icons-react react zustand',
  },
  {
    name: 'src-renderer/consent',
    shared: 'errors kinds languages rpc',
    renderer: 'editor ui ui/layers',
    packages: '@mantine/core @tabler/icons-react react zod zustand',
  },
  {
    name: 'src-renderer/results',
    shared: 'errors languages rpc run/log',
    renderer: 'run/store ui ui/layers',
    packages: '@mantine/core @tabler/icons-react @tanstack/react-virtual react',
  },
  {
    name: 'src-renderer/tool-trial',
    shared: 'errors flow kinds languages rpc run/log run/words',
    renderer: 'approvals consent editor results run/store schema-form ui ui/layers',
    packages: '@mantine/core @tabler/icons-react react',
  },
  {
    name: 'src-renderer/timeline',
    shared: 'errors languages rpc run/fold run/log run/moments run/trace run/words',
    renderer: 'forks kinds run run/store ui ui/layers',
    packages: '@mantine/core @mantine/hooks @tabler/icons-react @tanstack/react-virtual react',
  },
  {
    name: 'src-renderer/decisions',
    shared: 'errors flow languages rpc run/log run/trace run/words',
    renderer: 'editor run run/store ui',
    packages: '@mantine/core @tabler/icons-react @tanstack/react-virtual react',
  },
  {
    name: 'src-renderer/flow-tests',
    shared: 'errors flow languages rpc run/log run/trace',
    renderer: 'consent editor ui ui/layers',
    packages: '@mantine/core @tabler/icons-react react',
  },
  {
    name: 'src-renderer/library',
    shared: 'errors flow languages rpc',
    renderer: 'kinds ui ui/layers',
    packages: '@mantine/core @mantine/notifications @tabler/icons-react react',
  },
  {
    name: 'src-renderer/versions',
    shared: 'errors flow flow/difference flow/editing languages rpc',
    renderer: 'editor react-flow ui ui/layers',
    packages: '@mantine/core @tabler/icons-react react zustand',
  },
  { name: 'src-renderer/updates', shared: 'rpc', renderer: 'ui', packages: '@mantine/core react' },
  { name: 'src-renderer/crashes', shared: 'rpc', renderer: 'ui ui/layers', packages: '@mantine/core react' },
  {
    name: 'src-renderer/settings',
    shared: 'errors flow languages outbound providers rpc run/log',
    renderer: 'crashes ui ui/layers updates',
    packages: '@mantine/core @mantine/notifications @tabler/icons-react react',
  },
  { name: 'src-renderer/ui/layers', packages: '@mantine/core react zustand' },
  { name: 'src-renderer/link', shared: 'errors rpc', packages: 'zustand' },
  {
    name: 'src-renderer/ui',
    shared: 'errors flow languages rpc sizes',
    renderer: 'link ui/layers',
    packages: '@mantine/core @mantine/hooks @mantine/notifications @tabler/icons-react markdown-it react zod zustand',
  },
]
