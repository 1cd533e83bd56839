/** Import this first: LangChain would send every prompt to its makers' tracing service where these variables are set. Baton tells nobody. */
for (const name of ['LANGSMITH_TRACING', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING', 'LANGCHAIN_TRACING_V2']) {
  Reflect.deleteProperty(process.env, name)
}

/** Node says once that it may change how it takes types off code: nothing that whoever runs Baton could do something about. Other warnings are printed. */
const printers = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') for (const print of printers) print(warning)
})
