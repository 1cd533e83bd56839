/** Puts the chat page into another site: a button at its lower right, and a panel with the page in a frame, or with words why it is not there. `data-key`, `data-flow` and `data-title` stand at the script. */
;(() => {
  const TEXTS = {
    en: {
      opening: 'Opening the chat…',
      refused: 'The chat is not set up for this site yet. Please tell the people who run the site.',
      away: 'The chat cannot be reached right now. Close it, and try again in a few minutes.',
    },
    zh: {
      opening: '正在打开聊天…',
      refused: '此网站尚未启用聊天，请告知网站的管理者。',
      away: '暂时无法连接聊天。请关闭，过几分钟再试。',
    },
    ru: {
      opening: 'Чат открывается…',
      refused: 'Чат для этого сайта ещё не настроен. Сообщите об этом владельцам сайта.',
      away: 'Чат сейчас недоступен. Закройте его и попробуйте снова через несколько минут.',
    },
  }
  const language = ['zh', 'ru'].find((one) => navigator.language.toLowerCase().startsWith(one)) ?? 'en'
  const t = TEXTS[language]
  const script = document.currentScript
  const { key = '', flow = '', title = 'Chat' } = script.dataset
  const address = new URL(`/chat/${encodeURIComponent(flow)}#${key}`, script.src)
  const panel = document.createElement('div')
  const words = document.createElement('p')
  const button = document.createElement('button')
  const corner = { position: 'fixed', right: '1rem', zIndex: '2147483000' }
  /** The page in its frame; null: nobody wanted to talk yet. */
  let frame = null
  let isReady = false
  panel.id = 'baton-chat'
  Object.assign(panel.style, corner, {
    display: 'none',
    overflow: 'hidden',
    bottom: '4.5rem',
    width: 'min(24rem, calc(100vw - 2rem))',
    height: 'min(36rem, calc(100vh - 6rem))',
    border: '1px solid #767e88',
    borderRadius: '0.75rem',
    background: 'Canvas',
  })
  words.lang = language
  words.setAttribute('role', 'status')
  Object.assign(words.style, {
    margin: '0',
    padding: '1.25rem',
    color: 'CanvasText',
    font: '1rem/1.5 system-ui, sans-serif',
  })
  button.type = 'button'
  button.textContent = title
  button.setAttribute('aria-expanded', 'false')
  button.setAttribute('aria-controls', panel.id)
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

  const isOpen = () => button.getAttribute('aria-expanded') === 'true'

  function setOpen(open) {
    button.setAttribute('aria-expanded', String(open))
    panel.style.display = open ? 'block' : 'none'
    // Nothing is asked of the other site before somebody wants to talk, and what failed is asked again.
    if (open && !isReady) load()
    else if (open) frame.focus()
    else button.focus()
  }

  function load() {
    frame?.remove()
    frame = document.createElement('iframe')
    frame.title = title
    frame.src = address.href
    Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0', visibility: 'hidden' })
    frame.addEventListener('load', ({ currentTarget }) => void explain(currentTarget))
    words.textContent = t.opening
    panel.append(words, frame)
  }

  /** A browser does not say why a frame stayed empty; this script can be had by any site, so whether its server answers can be asked. */
  async function explain(loaded) {
    const answers = await fetch(script.src, { mode: 'no-cors', cache: 'no-store' }).then(
      () => true,
      () => false,
    )
    // The page has said by now that it is there, or it is not.
    if (isReady || loaded !== frame) return
    words.textContent = answers ? t.refused : t.away
    const other = flow === '' ? '' : `, or it has no flow called "${flow}" (data-flow)`
    console.error(
      answers
        ? `The chat of ${address.origin} does not show itself on ${location.origin}. This site is not named: start "baton serve --chat" with --embed-on ${location.origin}${other}.`
        : `The chat of ${address.origin} cannot be reached from ${location.origin}. Is "baton serve --chat" running there? A Content-Security-Policy of this site has to allow that address in frame-src and connect-src.`,
    )
  }

  button.addEventListener('click', () => setOpen(!isOpen()))
  button.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen()) setOpen(false)
  })
  addEventListener('message', ({ source, origin, data }) => {
    if (frame === null || source !== frame.contentWindow || origin !== address.origin) return
    if (data?.baton === 'ready') {
      isReady = true
      words.remove()
      frame.style.visibility = 'visible'
      if (isOpen() && document.activeElement === button) frame.focus()
    } else if (data?.baton === 'close' && isOpen()) setOpen(false)
  })
  const place = () => document.body.append(panel, button)
  if (document.body === null) addEventListener('DOMContentLoaded', place, { once: true })
  else place()
})()
