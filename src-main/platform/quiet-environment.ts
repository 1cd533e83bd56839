/** Import this first: LangChain would send every prompt to its makers' tracing service where these variables are set. Baton tells nobody. */
for (const name of ['LANGSMITH_TRACING', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING', 'LANGCHAIN_TRACING_V2']) {
  Reflect.deleteProperty(process.env, name)
}
