/** Puts the chat page into another site: a button at its lower right, and the page in a frame. `data-key`, `data-flow` and `data-title` stand at the script. */
;(() => {
  const script = document.currentScript
  const { key = '', flow = '', title = 'Chat' } = script.dataset
  const address = new URL(`/chat/${encodeURIComponent(flow)}#${key}`, script.src)
  const frame = document.createElement('iframe')
  const button = document.createElement('button')
  const corner = { position: 'fixed', right: '1rem', zIndex: '2147483000' }
  frame.title = title
  frame.hidden = true
  frame.id = 'baton-chat'
  Object.assign(frame.style, corner, {
    bottom: '4.5rem',
    width: 'min(24rem, calc(100vw - 2rem))',
    height: 'min(36rem, calc(100vh - 6rem))',
    border: '1px solid #767e88',
    borderRadius: '0.75rem',
    background: 'Canvas',
  })
  button.type = 'button'
  button.textContent = title
  button.setAttribute('aria-expanded', 'false')
  button.setAttribute('aria-controls', frame.id)
  Object.assign(button.style, corner, {
    bottom: '1rem',
    padding: '0.625rem 1.125rem',
    border: '0',
    borderRadius: '1.5rem',
    background: '#1c5fb8',
    color: '#fff',
    font: '600 1rem/1.5 system-ui, sans-serif',
    cursor: 'pointer',
  })
  button.addEventListener('click', () => {
    // Nothing is asked of the other site before somebody wants to talk.
    if (frame.src === '') frame.src = address.href
    frame.hidden = !frame.hidden
    button.setAttribute('aria-expanded', String(!frame.hidden))
    if (!frame.hidden) frame.focus()
  })
  const place = () => document.body.append(frame, button)
  if (document.body === null) addEventListener('DOMContentLoaded', place, { once: true })
  else place()
})()
