/** The types of the package that starts `npx` and other scripts on Windows too; it has none of its own. */
declare module 'cross-spawn' {
  import type { ChildProcess, SpawnOptions } from 'node:child_process'

  function spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess
  export = spawn
}
