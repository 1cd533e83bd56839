/** The page to talk to a flow: says, shows what is said as it comes, and asks what the flow asks. It knows a key of the page alone. */

import { language, t } from '/chat/page-texts.mjs'

const at = (id) => document.getElementById(id)
const [log, words, status, questions, starters] = ['log', 'words', 'status', 'questions', 'starters'].map(at)
const key = location.hash.slice(1)
const model = location.pathname.split('/')[2] ?? ''
const api = `/chat/api/${model === '' ? '-' : model}`

/** Storage may be forbidden, as in some frames: then the conversation lasts as long as the page. */
const kept = {
  read(name) {
    try {
      return localStorage.getItem(`baton ${name}`)
    } catch {
      return null
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(`baton ${name}`, value)
    } catch {
      // It is kept in this page.
    }
  },
}

function newVisitor() {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  kept.write('visitor', made)
  return made
}

const visitor = kept.read('visitor') ?? newVisitor()
let thread = kept.read(`thread ${model}`) ?? ''
let isBusy = false
/** The turn runs, so there is something to stop. */
let hasBegun = false

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const toEnd = () => (log.parentElement.scrollTop = log.parentElement.scrollHeight)

function show(who, text) {
  const said = element('div', { className: 'said', textContent: text })
  const hidden = element('span', { className: 'hidden', textContent: who === 'user' ? t.you : t.flow })
  log.append(element('div', { className: `message ${who}` }, hidden, said))
  toEnd()
  return said
}

/** What reads Markdown is asked for when somebody talks. Where it does not come, words stand as they were written. */
const loadMarkdown = () =>
  import('/chat/markdown.mjs').catch(() => ({
    createWords: (place) => ({ add: (more) => (place.append(more), toEnd()), end: toEnd }),
  }))

function setBusy(busy, note = '') {
  isBusy = busy
  for (const button of document.querySelectorAll('button')) button.disabled = busy
  showStop()
  status.textContent = busy ? t.works : note
}

/** Something runs that can be stopped: it is known where. */
function showStop() {
  const canStop = isBusy && hasBegun && thread !== ''
  const had = document.activeElement === at('stop')
  at('stop').hidden = !canStop
  at('stop').disabled = !canStop
  if (had && !canStop) words.focus()
}

function ask(path, body) {
  const headers = { authorization: `Bearer ${key}`, 'x-baton-visitor': visitor, 'content-type': 'application/json' }
  return fetch(
    `${api}${path}`,
    body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) },
  )
}

function refusal(answer) {
  if (answer.status === 401 || answer.status === 403) return t.closed
  if (answer.status === 422) return t.broken
  return answer.status === 429 ? t.often : t.failed
}

/** Each line of an answer is something that happened, as JSON. */
async function* linesOf(answer) {
  let rest = ''
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()
    for (const line of lines) if (line !== '') yield JSON.parse(line)
  }
}

async function take(path, body) {
  hasBegun = false
  setBusy(true)
  let note = t.failed
  let isSaid = false
  let said = null
  const markdown = loadMarkdown()
  try {
    const answer = await ask(path, body)
    if (!answer.ok) {
      note = refusal(answer)
      return false
    }
    questions.replaceChildren()
    starters.replaceChildren()
    const { createWords } = await markdown
    for await (const one of linesOf(answer)) {
      if (one.type === 'text') {
        said ??= createWords(show('flow', ''), toEnd)
        said.add(one.text)
      } else if (one.type === 'begin') {
        hasBegun = true
        enter(one.thread)
      } else if (one.type === 'end') {
        enter(one.thread)
        isSaid = !one.failed
        note = t[one.note] ?? (isSaid ? '' : t.failed)
        for (const question of one.questions) showQuestion(question)
      }
    }
    return isSaid
  } catch {
    return false
  } finally {
    said?.end()
    setBusy(false, note)
    const next = questions.querySelector('input, select, button') ?? words
    next.focus()
  }
}

function enter(id) {
  thread = id
  kept.write(`thread ${model}`, id)
  at('fresh').hidden = false
  showStop()
}

function fieldOf(question, name, { type, title, description, enum: choices, default: preset }) {
  const id = `${question.id} ${name}`
  const input =
    choices === undefined
      ? element('input', { type: type === 'boolean' ? 'checkbox' : type === 'string' ? 'text' : 'number' })
      : element('select', {}, ...optionsOf(choices, preset))
  if (type === 'number') input.step = 'any'
  if (input.type === 'checkbox') input.checked = preset === true
  else if (preset !== undefined) input.value = String(preset)
  Object.assign(input, { id, name })
  const hint = description === undefined ? [] : [element('small', { textContent: description })]
  return element(
    'div',
    { className: 'field' },
    element('label', { htmlFor: id, textContent: title ?? name }),
    input,
    ...hint,
  )
}

/** Where nothing is chosen yet, nothing is: a first choice that nobody made is none. */
function optionsOf(choices, preset) {
  const options = choices.map((value) => element('option', { value, textContent: value }))
  return preset === undefined ? [element('option', { value: '', textContent: '' }), ...options] : options
}

function filledIn(form, fields) {
  const filled = {}
  for (const [name, { type }] of Object.entries(fields)) {
    const input = form.elements.namedItem(name)
    if (type === 'boolean') filled[name] = input.checked
    else if (input.value !== '') filled[name] = type === 'string' ? input.value : Number(input.value)
  }
  return filled
}

function wordOf(decision) {
  const { approve, refuse, accept, decline, blank, replace, goOn } = t
  return { approve, refuse, accept, decline, blank, replace, 'go-on': goOn }[decision] ?? decision
}

/** When it goes on by itself, or that the time to answer is over. */
function untilWords({ until, decisions }) {
  const time = new Date(until).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
  return decisions?.includes('go-on') ? t.late(time) : t.until(time)
}

/** What is wanted of the person. */
function titleOf({ decisions }) {
  if (decisions === null) return t.elsewhere
  if (decisions.includes('go-on')) return t.over
  return decisions.includes('accept') ? t.asked : t.decide
}

function showQuestion(question) {
  const { text, fields, decisions } = question
  const legend = element('legend', { textContent: titleOf(question) })
  const asks = element('p', { className: 'asks', textContent: decisions === null ? '' : text })
  const set = element('fieldset', {}, legend, asks)
  if (question.until !== null) set.append(element('p', { className: 'until', textContent: untilWords(question) }))
  const form = element('form', { noValidate: true }, set)
  if (decisions !== null) {
    set.append(...Object.entries(fields).map(([name, field]) => fieldOf(question, name, field)))
    const buttons = decisions.map((decision, index) =>
      element('button', {
        type: index === 0 ? 'submit' : 'button',
        value: decision,
        textContent: wordOf(decision),
      }),
    )
    set.append(element('div', { className: 'buttons' }, ...buttons))
    const decide = (decision) =>
      void take('/answer', { thread, question: question.id, decision, filled: filledIn(form, fields) })
    for (const button of buttons) {
      if (button.type === 'button') button.addEventListener('click', () => decide(button.value))
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (!isBusy) decide(decisions[0])
    })
  }
  questions.append(form)
}

async function say(text) {
  if (isBusy || text.trim() === '') return
  const said = show('user', text)
  words.value = ''
  if (await take('/say', { text, thread: thread === '' ? null : thread })) return
  said.parentElement.remove()
  words.value = text
}

async function begin() {
  const about = await ask('').catch(() => null)
  if (about === null) return void (status.textContent = t.failed)
  if (!about.ok) return void (status.textContent = refusal(about))
  const { name, starters: offered, speaksFirst } = await about.json()
  document.title = name
  at('name').textContent = name
  if (thread !== '' && (await resume())) return
  thread = ''
  const begun = offered.map((text) => {
    const button = element('button', { type: 'button', textContent: text })
    button.addEventListener('click', () => void say(text))
    return button
  })
  starters.replaceChildren(...begun)
  if (speaksFirst) await take('/say', { text: '', thread: null })
}

/** What was said before, and while a turn of it still runs, until that is over. False: there is no such conversation any more. */
async function resume() {
  const answer = await ask(`/threads/${encodeURIComponent(thread)}`).catch(() => null)
  if (answer?.status === 404) return false
  if (answer === null || !answer.ok) {
    // It is there still; it is asked for again.
    setBusy(false, answer === null ? t.failed : refusal(answer))
    if (answer === null || answer.status === 429 || answer.status >= 500)
      setTimeout(() => isBusy || void resume(), 10_000)
    return true
  }
  const { said, questions: open, isRunning, failed } = await answer.json()
  const { createWords } = await loadMarkdown()
  log.replaceChildren()
  questions.replaceChildren()
  for (const { who, text } of said) {
    if (who === 'user') show(who, text)
    else {
      const words = createWords(show(who, ''), toEnd)
      words.add(text)
      words.end()
    }
  }
  for (const question of open) showQuestion(question)
  at('fresh').hidden = false
  hasBegun = isRunning
  setBusy(isRunning, t[failed] ?? '')
  if (isRunning) setTimeout(() => void resume(), 5000)
  return true
}

/** The site that shows this page in a frame hears that it is there, and that it may go; the words say nothing else, so any site may hear them. */
function tellSite(what) {
  if (parent !== window) parent.postMessage({ baton: what }, '*')
}

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) tellSite('close')
})
document.documentElement.lang = language
at('label').textContent = t.label
at('send').textContent = t.send
at('fresh').textContent = t.fresh
at('stop').textContent = t.stop
at('stop').addEventListener('click', () => {
  // A button that cannot be pressed any more loses the focus, and to nobody.
  words.focus()
  at('stop').disabled = true
  ask('/stop', { thread })
    .then((answer) => answer.ok)
    .catch(() => false)
    .then((isStopped) => {
      if (isStopped || !isBusy) return
      showStop()
      status.textContent = t.failed
    })
})
at('say').addEventListener('submit', (event) => {
  event.preventDefault()
  void say(words.value)
})
words.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  void say(words.value)
})
at('fresh').addEventListener('click', () => {
  kept.write(`thread ${model}`, '')
  thread = ''
  log.replaceChildren()
  questions.replaceChildren()
  at('fresh').hidden = true
  status.textContent = ''
  words.focus()
  void begin()
})
void begin()
tellSite('ready')
