/** Node's HTTP server. */

/**
 * Not by `import`, which reads every name of the module at once: two of them load Node's own fetch and WebSocket, which nobody here uses
 * and which took a sixth of the time that a program takes to start.
 */
export const { createServer } = process.getBuiltinModule('node:http')
