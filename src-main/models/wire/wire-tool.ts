/** A tool as the chat-completions protocol writes it. */
export type WireTool = {
  type: 'function'
  function: { name: string; description: string; parameters: Record<string, unknown> }
}
