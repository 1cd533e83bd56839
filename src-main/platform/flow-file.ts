/** How files of flows are called. Systems bind a program to what stands behind the last dot alone, so a double click opens `.baton`; the content is the same. */

/** Whether a file is called as a flow is, whatever the case. */
export function isFlowFile(name: string): boolean {
  return /\.(?:flow\.json|baton)$/i.test(name)
}
