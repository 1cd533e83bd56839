/** Whether the program is there and refuses this page: it was started anew, and the page has the token of an earlier launch. */
export async function isLockedOut(ask: typeof fetch = fetch): Promise<boolean> {
  const answer = await ask('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.status === 403
}
