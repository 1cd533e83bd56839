/** Tools that code tools switched off for the rest of a thread, and on again: how that is kept. */

/** What a call switched, by the names of tools; the last counts. */
export type ToolSwitches = { [tool: string]: boolean }

/** Tools of participants that are switched off or on, each by `switchKey`. */
export type Switches = { [key: string]: boolean }

/** One tool of one participant. */
export function switchKey(participant: string, tool: string): string {
  return `${participant} ${tool}`
}

/** Whether a participant has a tool switched off. */
export function isSwitchedOff(switches: Switches, participant: string, tool: string): boolean {
  const key = switchKey(participant, tool)
  return Object.hasOwn(switches, key) && switches[key] === false
}
