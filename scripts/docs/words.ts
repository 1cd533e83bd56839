import type { EdgeKind } from '../../src-shared/kinds/edge-kinds'

/**
 * What fields mean beyond the words of the inspector. Not every field needs a line here: a field of a kind falls back to its label and
 * help. Keys are `header.<field>`, `settings.<field>`, `<kind>.<field>` and `edge <kind>.<field>`.
 */
export const FIELD_WORDS: { readonly [field: string]: string } = {
  enabled:
    '`false`: the node is disabled. It is drawn and kept, but to checks and runs it is as if neither the node nor the edges that touch it were drawn: it is not offered, not reached and not asked for consent, and nothing in it is wrong. A conversation that it holds goes on as after its removal. Only of kinds at which edges end. Builds that do not know the field run the node.',
  locked: '`true`: it stays where it is drawn, and is not removed, until it is unlocked. It means nothing in runs.',
  'note.text': 'Markdown; lines end where they are ended.',
  'note.width': 'In px.',
  'note.height': 'In px. Words that need more have it: nothing is cut.',
  'header.format': 'Tells a flow from other JSON.',
  'header.version':
    'The version of this format. A newer one is refused, and nothing is loaded; an older one is migrated.',
  'header.id': '1 to 64 letters, digits, `_` and `-`, as all ids. Threads belong to the flow of this id.',
  'header.settings': 'See below. Only what differs from the defaults is written.',
  'header.nodes': 'Nodes by id.',
  'header.nodes.<id>.kind': 'See below. An unknown kind is kept word for word as a placeholder, which blocks running.',
  'header.nodes.<id>.name': 'Unique in the flow, case ignored. Models, people and rehearsal rules know the node by it.',
  'header.nodes.<id>.data': 'The fields of the kind. Unknown fields are kept.',
  'header.edges': 'Edges by id. Their order here decides where `order` is equal.',
  'header.edges.<id>.kind': 'See below. Unknown edge kinds are kept, as unknown kinds are.',
  'header.edges.<id>.from.port':
    'May be left out where the kind of the node has one port only for this kind of edge; it is filled in on opening.',
  'header.edges.<id>.to.port': 'Always `in`.',
  'header.layout':
    'Where nodes are drawn: the top left corner, in px at zoom 1. Apart from the logic, so that moving a node is a small diff.',
  'settings.model': 'What a node calls whose own `model` says nothing else.',
  'settings.model.connection':
    'Name of a connection of the person who runs the flow. `default` is the rehearsal model until a connection of that name is set up; `rehearsal` always is.',
  'settings.model.model':
    "Empty: the connection's default model. With a base URL on the command line and no name anywhere: `default`.",
  'settings.model.temperature': '`null`: what the server does by itself.',
  'settings.model.maxTokens': 'Longest reply. `null`: what the server does by itself.',
  'settings.model.whenTooLong':
    'What becomes of the oldest messages when a conversation of an agent, supervisor or dialog is longer than that: `cut` leaves them out, `summarize` has the model write a summary, shown in their place: one more call for each cut, which the limits count.',
  'settings.model.contextTokens': 'Tokens of history that a model is given, oldest messages cut first. `null`: 32,000.',
  'settings.model.topP':
    'The share of the likeliest words that are chosen from. `null`: what the server does by itself.',
  'settings.model.seed': 'The same seed gives the same reply, as far as the server can. `null`: none.',
  'settings.model.stop': 'Texts at which a reply ends.',
  'settings.model.reasoningEffort':
    'How much the model thinks, in the words of its server: `none`, `minimal`, `low`, `medium`, `high`, `max`. Empty: what the server does by itself.',
  'settings.model.toolChoice':
    '`auto`: the model decides. `none`: no tool may be called. `required`: some tool, or the tool or hand-off of a name, must be called; that counts for the first call of a reply only, so that it cannot go on for ever, and for replies of participants, never for decisions and plans. Empty: `auto`, or what the connection says.',
  'settings.model.body':
    "More fields of each request, as its server wants them. They go before the fields above. Fields that are Baton's own (`model`, `messages`, `tools`, `stream`, `functions`, `function_call`, `n`) block running.",
  'settings.model.headers':
    "More headers of each request; `{NAME}` in a value is a stored secret, which is allowed for the host of the connection alone. `Authorization` is the connection's, and headers that say how a request is sent cannot be set.",
  'settings.embedding':
    'The embedding model of tool pools and documents. `null`: pools have built-in vectors, documents are searched by words.',
  'settings.language': 'Language of the built-in prompts and of what Baton itself says in a conversation.',
  'settings.speaksFirst': '`flow`: the first turn of a new thread runs without a user message.',
  'settings.starters':
    'What one could say first, at most four: offered in an empty chat and beside the flow on the home page.',
  'settings.variables':
    'Declared context variables: letters, digits and `_`, not beginning with a digit, at most 64 characters.',
  'settings.variables.<name>.default': 'The value in a new thread.',
  'settings.limits': 'Limits of one turn. A turn that reaches one ends in order, keeps what was said, and says why.',
  'settings.limits.hops': 'Moves of the baton.',
  'settings.limits.rounds': "Participants' replies that end in text or in a hand-off; their tool batches do not count.",
  'settings.limits.seconds':
    'While the turn runs: what it used before it was interrupted counts when it goes on, waiting for a person does not.',
  'settings.limits.tokens': 'Input and output tokens together. `null`: no limit.',
  'settings.limits.dollars':
    'US dollars of one turn, by the prices of the connections that answered. Calls without a known price are not counted, and a warning says so. `null`: no limit.',
  'settings.limits.threadTokens':
    'The same of a whole thread, all its turns together; a fork begins with what its beginning took.',
  'settings.limits.threadDollars': 'US dollars of a whole thread.',
  'settings.limits.threadSeconds': 'Seconds of a whole thread, while its turns run.',
  'settings.swarm.initial': 'Id of the agent that begins new threads. `null`: the step that the start leads to.',
  'settings.swarm.afterWork':
    'What follows when an agent has answered and neither its edges nor its own `afterWork` say. `terminate` and `revert-to-user` end the turn and leave the baton where it is; `stay` lets the agent speak again; `swarm-manager` asks the manager, which needs `managerModel`.',
  'settings.swarm.pattern':
    'Who speaks next where neither edges nor options say. `default`: as `afterWork` says. `round-robin`: everybody once, in `order`. `random`: by `seed`, never the one that has just spoken. `manager`: a model chooses, or hands over to the user. `manual`: the person picks.',
  'settings.swarm.managerModel':
    'The model that chooses who speaks next. `null`: none, which blocks running where anything asks for a manager.',
  'settings.swarm.managerPrompt': 'Empty: the built-in one. `{agentlist}` has one agent a line.',
  'settings.swarm.managerPromptCode': 'Stands for `managerPrompt`. See Code.',
  'settings.swarm.order': 'Ids of agents, for `round-robin`; those that are not named follow by name.',
  'settings.swarm.seed': 'For `random`: the same seed gives the same speakers.',
  'settings.swarm.hideTransit': 'Agents do not see hand-off calls and their results in the history.',
  'settings.swarm.severalHandoffs':
    'Which of several hand-offs in one reply counts. The others get a result that says so.',
  'settings.rehearsal': 'The script of the rehearsal model: the first rule whose every condition holds answers.',
  'settings.rehearsal[].when.speaker': "The node's name, case ignored; its checks are `<name>: switch check`.",
  'settings.rehearsal[].when.user':
    '`/regex/flags`, or a text to look for with case ignored, in the last user message.',
  'settings.rehearsal[].when.last': 'The same, in the last message that is not a system message.',
  'settings.rehearsal[].when.offered': 'Names of tools that must all be on offer.',
  'settings.rehearsal[].when.nth': "Which of this speaker's calls in the turn, from 1.",
  'settings.rehearsal[].text':
    'What is said. With neither `text` nor a call the rule only waits, and the built-in behaviour answers.',
  'settings.rehearsal[].call': 'One tool call (or hand-off, by its tool name).',
  'settings.rehearsal[].calls': 'Several, after `call`.',
  'settings.rehearsal[].delayMs': 'Wait before the answer, in ms.',
  'supervisor.switchPrompt':
    'Prompt of the switch check. Empty: the built-in one. Slots `{description}` `{message}` `{names}`; `{description}` must stay.',
  'dialog.code':
    'Names the session result for the supervisor. Empty: the name in capitals, other characters as `_`. Unique in the flow.',
  'dialog.toolName':
    'The tool with which the supervisor brings the dialog in. Empty: the name in small letters, other characters as `_`.',
  'dialog.firstWords': 'Spoken word for word when a session starts, without a model call; variables are filled in.',
  'dialog.restart':
    'What starting it again after it finished does: a new session, or the last one goes on. An interrupted session always goes on.',
  'observer.when': '`null`: `before` for interest, steer and guard, `after` for finished, collect, question and code.',
  'observer.prompt': 'Empty: the built-in prompt of the type.',
  'condition.branches': 'The first whose expression holds takes the baton; the edge at its port says where to.',
  'condition.branches[].name':
    "The name of its port, at most 64 characters; not `else` or `in`, and no other branch's. An edge at a port that is gone is an error.",
  'condition.branches[].when':
    'An expression over the variables. One that names a variable without a value fails the turn.',
  'map.items':
    'An expression, such as `${orders}`, that gives a list of at most 1,000 items; a text that is a JSON list counts. Anything else fails the turn.',
  'map.message':
    "What whoever works on an item reads as its user's message, a template. Empty: the item, as JSON where it is no text.",
  'map.result':
    'An expression that is looked at when an item is through: what it came to. Empty: what was said last in its conversation.',
  'map.results': 'The variable that gets the list of results, in the order of the items. Empty: none.',
  'map.item': 'The variable that has the item, for whoever works on it alone. What is set of it stays with the item.',
  'map.index': 'The variable that has its place, from 0, in the same way.',
  'map.maxParallel': 'Items that are worked on at the same time, at most.',
  'map.onError':
    '`stop`: the turn fails, and is tried again at that item. `pass-error`: its result is `{"error": "..."}`, and the others go on.',
  'set-variables.set': 'From first to last; each value sees what the ones before have set.',
  'set-variables.set[].name': 'Should be declared. A declared one takes values of its type only.',
  'set-variables.set[].value':
    'With `${name}` in it, or a number, `true`, `false` or a quoted text, or anything that can be read as one for a number or a yes or no: an expression. Else a text with `{name}` filled in, which is read as the declared type; for a variable that is a text, `5` and `true` are texts too.',
  'observer.outcomes': 'For `question`: which answer leads to what.',
  'observer.outcomes[].then':
    '`continue` goes on; `finish` ends the session; `interrupt` hands the message to the supervisor; `steer` adds `text` as an instruction for this reply; `reply` says `text` instead of a reply. Of agents, supervisors and whole flows see below.',
  'observer.slots': 'For `collect`: a JSON schema with `properties` and `required`.',
  'observer.code': 'For `code`: see Code.',
  'observer.variables':
    'For `collect`: by slot the variable that has its value too. A slot that is not named here has the variable of its own name, an empty one none.',
  'observer.replies':
    'Of one that looks after replies. `hold`: a reply is said only when it has looked; `show`: at once. `null`: `hold` for a guard, `show` for all others.',
  'agent.afterWorkCode': 'Asked before after-work edges and options. See Code.',
  'agent.promptCode': 'Stands for `prompt`. See Code.',
  'supervisor.promptCode': 'Stands for `prompt`. See Code.',
  'dialog.promptCode': 'Stands for `prompt`. See Code.',
  'edge handoff.conditionCode': 'Stands for `condition` where the model decides. See Code.',
  'edge handoff.availableCode': 'Stands for `available`. See Code.',
  'edge use.availableCode': 'Stands for `available`. See Code.',
  'edge recipient.messageCode': 'Stands for `message`. See Code.',
  'edge recipient.summaryCode': 'For the method `code`. See Code.',
  'nested-chat.carryover.summaryCode': 'For the method `code`. See Code.',
  'agent.afterWork': "`null`: the flow's (`settings.swarm.afterWork`).",
  'agent.toolUse':
    'Which tools of its pools it is offered; tools that are drawn directly always are. `matching`: the best matches of the turn; `all`: everything; `search`: only `get_tool_names_for_query {query}` and `get_tool_documentation {name}`, with which it finds tools and calls none; `load`: the same two, and for the rest of the turn, from its next reply on, every tool that they found or whose documentation was read.',
  'workbench.minSimilarity': 'Kept when the similarity is at least this: max(0, 1 - cosine distance).',
  'workbench.query':
    'What is looked for. `new-messages`: the texts that the participant has not answered yet, those of a turn that failed included. Pictures are not text; where there is no text, no tools are looked for.',
  'workbench.filterAfterSearch':
    'false: disabled and far tools are left out first, then `topK` are taken. true: the other way round, as in the original.',
  'workbench.prefix':
    "The pool's name and `_` go before the names of its tools, but for those renamed in `overrides`. For pools with tools of the same name, which is an error otherwise.",
  'workbench.overrides':
    'By the name that its node gives the tool. Models and results know it by the new name. A name that another tool of the pool has is an error.',
  'workbench.disabled':
    'Tools that are switched off, by the name that their node or source gives them. A tool of its own can be switched off by its `use` edge as well.',
  'workbench.queries':
    'For the test bench of the app: queries, and the tools that each should find, by the names that models see. Runs do not look at them.',
  'builtin-tool.toolName': 'Empty: the name of the tool.',
  'builtin-tool.description': 'Empty: the built-in description.',
  'mcp-server.transport':
    '`{ "type": "stdio", "command", "args": [], "env": {} }`, a program of this computer; `env`: for variables the names of the secrets that they get, or a list of names that are both. Or `{ "type": "http", "url", "headers": {} }`, with `sse` for servers that speak the older way; `{NAME}` in a header is a secret.',
  'mcp-server.include': 'Names of tools as the server says them; `*` at the end stands for any ending. Empty: all.',
  'mcp-server.timeout': 'In ms, for the start of the server and each call; progress counts it anew.',
  'openapi-tools.document':
    'An OpenAPI document of version 3.0 or 3.1: itself, its address (http or https), or the path of a file beside the flow, in JSON or YAML. Empty: none yet, which is an error. The app imports documents without what tools do not need, such as answers and examples.',
  'openapi-tools.baseUrl':
    "Where the API is. Empty: the document's first server; where the document is named and not written out, calls may then go to any public host, which has to be allowed.",
  'openapi-tools.include':
    'An operationId, the name of the tool, `tag:NAME`, `METHOD /path` or a path; `*` stands for any characters. Empty: all.',
  'openapi-tools.connection':
    "Its key goes where the document's security scheme says (bearer, basic, a header, the query or a cookie), as a bearer where it does not say; and to the address of the connection only.",
  'flow-tool.toolName': "Empty: the node's name with other characters as `_`.",
  'flow-tool.description': 'Empty: the description of the flow, else the name of the node.',
  'flow-tool.flow': 'The id of a flow, or the flow itself. Empty: none yet, which is an error.',
  'output.schema': 'A JSON schema of type object.',
  'output.variable': 'A variable of type `json`. Empty: the object is said and not kept.',
  'http-tool.toolName': "Empty: the node's name with other characters as `_`.",
  'http-tool.parameters': 'JSON schema of type object: what a model may send.',
  'http-tool.url': '`{name}` is filled in from the arguments, URL-encoded.',
  'http-tool.query': 'As the URL. An entry that is one argument which was not given is left out.',
  'http-tool.body': '`null` or empty: POST, PUT and PATCH send the arguments as JSON.',
  'http-tool.connection':
    'Its key is sent as `Authorization: Bearer`, and only to the address of that connection. Empty: no key.',
  'subflow.flow':
    'The id of a flow of the library (on the command line also of a `*.flow.json` beside the file), or the flow itself. Empty: none yet, which blocks running.',
  'subflow.toolName': "Under which a supervisor calls it. Empty: the node's name with other characters as `_`.",
  'edge delegate.returns':
    '`when-done`: the baton goes back to the supervisor as soon as the one it brought in has answered.',
  'edge handoff.by':
    '`model`: offered to the agent as a tool. `context`: taken without a model call when `condition` holds.',
  'edge handoff.condition':
    'For `model`: the words by which the model decides, variables as `{name}`. For `context`: an expression.',
  'edge handoff.available':
    '`null`: always. A variable name alone, `name` or `{name}`: when its value counts as true (a missing one does not). Else an expression.',
  'edge handoff.message':
    'What whoever takes the baton reads, as words of the agent that passed it, variables as `{name}`; not said to the user. A nested chat tells it to its first recipient as carried-over context.',
  'edge handoff.name':
    'The name of the tool by which the model takes the hand-off: letters, digits, `_` and `-`, at most 64, no other tool of the agent. Empty: `transfer_<agent>_to_<target>`.',
  'edge handoff.returns': '`when-done`: the baton comes back when the other one has answered.',
  'edge after-work.when': '`null`: always. Else an expression; the first edge whose `when` holds is taken.',
  'edge after-work.option': 'Instead of an agent: the edge then ends at its own agent.',
  'edge use.enabled':
    'false: the model does not see the tool, or the one to be asked; a call to it gets an error result.',
  'edge use.available':
    'As `available` of a hand-off: looked at before each reply. While it does not hold, the tool or the whole pool is as one that is not enabled.',
  'edge use.holdResult':
    'true: a person looks at what each call over this edge gave before the model reads it, and lets it through, changes or blanks it; the call does not run again. The same field on a tool counts for whoever uses it. Not where a planner uses the tool, or it replies for a nested chat.',
  'edge use.needsApproval':
    'true: a person decides on each call over this edge before it runs, or on each of the pool. The same field on a tool counts for whoever uses it. A step of a plan that a person let run is tried once.',
}

/** What an edge means when the flow runs, beyond its description. */
export const EDGE_NOTES: { readonly [K in EdgeKind]: readonly string[] } = {
  next: [],
  observe: [],
  intent: [],
  candidate: [],
  handoff: [],
  'after-work': [],
  recipient: [],
  delegate: [
    'A dialog has a session of its own. An agent or a supervisor shares the conversation of whoever brought it in; it keeps the baton, and so does whoever it hands off to, until the switch check of the one who brought it in finds that the user wants something else, or at once where the edge says `when-done`. Patterns do not choose for it. Workers, plans and sub-flows work and give the baton back.',
  ],
  use: [
    'Where it ends at a participant, that one is asked: its model sees the tool `ask_<name>` (names as those of hand-offs, repeats `_2`, or the edge’s own `name`) with the one argument `message`, and the answer is the result of the call in the same turn. A supervisor, a dialog or an agent may ask; a plan, a pool and a nested chat use tools alone.',
    'Whoever is asked hears the message and nothing else, as in a nested chat: in a conversation of its own, which the user does not see, with its own tools, hand-offs and dialogs, and the variables of the flow. Each call is a new conversation. What is said in it last is the answer, by whomever the matter was handed to; one that waits for the user waits for nobody, and its words so far are the answer. Where whoever is asked fails by itself (code, a tool or an expression that fails the run, an answer that does not fit its schema), the error is the result of the call, marked as one, and the turn goes on, as with tools. Failures that a person has to mend (a model server, a connection, a key, a consent) fail the turn, which goes on there when it is tried again, and limits end it.',
    'Several calls in one reply run side by side, at most 4 to the same participant; within what somebody is asked, or a chat that runs beside others, one after the other. A hand-off in the same reply is made when all have answered. Whoever waits for an answer is not offered and cannot be asked, and of 8 who wait for each other the last can ask nobody. Being asked is a hop, and what it takes counts to the limits of the turn.',
  ],
}

/** What a kind means when it runs, beyond its description. */
export const KIND_NOTES: { readonly [kind: string]: readonly string[] } = {
  workbench: [
    'Its participant is offered the tools that fit beside those drawn directly, dialogs and hand-offs. They are chosen once in a turn, before the first model call, and again when the baton comes back to the participant with something new; a turn that is resumed offers the same. The trace tells the query, the candidates and why each was kept or not.',
    'A tool whose `use` edge is not enabled is disabled in the pool: it is never offered, a call to it gets an error result, and its documentation says so. A planning node (`rewoo`) reads all tools of its pools, at most the first 100.',
    'Where the embedding model fails, words alone are searched, with a warning. One pool may serve several participants, and one participant may have several pools; a pool cannot be in another.',
  ],
  start: ['Every flow has exactly one. Observers that are joined to it look at the whole flow.'],
  supervisor: [
    'Its model sees the system prompt, the history of its own scope, then the reminder. Tools and dialogs are offered as tools; bringing a dialog in is a hand-off, and the first words of the dialog are the reply.',
    'While one of its dialogs has the baton, the switch check runs before each reply of the dialog (unless `switchObserver` is off): the model answers `False` (stay), the name of a helper or tool, or `SELF`; `САМОСТОЯТЕЛЬНО` and `自己` count in every language. Anything else counts as stay, with a warning. It does not run in the turn that starts the dialog. With `routeDirectly` another helper that it names takes the message at once; a tool or the on-its-own word still asks the supervisor.',
  ],
  dialog: [
    'Each session has a history of its own (a scope such as `main/order:1`), which begins with the user message that led to it. When an observer finishes it, the supervisor is shown the code, the collected slots and the last words; so it is after each reply where the edge says `when-done`.',
  ],
  observer: [
    'How answers are read: `finished` yes -> finish, no -> continue. `interest` yes -> continue, no -> interrupt. `collect` JSON by `slots`, merged with what was there; all required slots filled -> finish. `steer` `False` -> nothing, other text is an instruction for this reply (for the next one where it runs after). `guard` ok -> continue, other text is the reply. `question` as its outcomes say. `code` asks no model (see Code). An unclear answer continues, with a warning.',
    'In the turn that starts a dialog, `before` observers do not run, `after` observers do. Where the edge says `firstMessage`, a `before` observer looks at that message too, ahead of the first words; a dialog that was interrupted and is brought in again in the same turn is not looked at again.',
    'What `collect` gathers of a dialog is kept with its session, of anybody else in variables alone. Each slot that has a value is a variable as well (see `variables`), which templates, expressions, tools and code read; it stays when the session ends. A value of another type than the variable is declared with is left out there, with a warning.',
    'An `after` observer that holds replies (a guard, unless `replies` is `show`) looks before anybody sees them: they do not stream, its own text takes the place of the reply, and one that is interrupted is not said at all. Those that hold come before those that do not, each in drawn order. So do what is said and is no whole reply: words beside calls of tools and hand-offs, a direct worker’s greeting, what a nested chat came to. Words beside calls wait together with the calls, which are carried out behind them; one that interrupts or finishes takes the calls along. Other `after` observers look at whole replies only. `[Handing off to …]` is Baton’s own and is not looked at.',
    'Of an agent or a supervisor, `before` observers look at each message that it is to answer, also where the baton comes to it in the middle of a turn. `finish`: its work is done, so after-work, the edge at `out` or whoever waits for it follows, but it does not `stay`; before the reply its model is not asked. `interrupt`: the baton goes back over the edge by which it came, and that one answers a message that has no reply yet, once a turn; where nobody passed it here the turn ends, with a warning. `reply` counts as its reply.',
    'At the start it looks at the whole flow: `before`, at each message of the user ahead of everybody, and `after`, at each reply to the user, whoever gives it, after that one’s own observers. `reply` before, `finish` and `interrupt` end the turn, and the baton stays where it is; what it steers with reaches whoever replies: an agent, a supervisor, a dialog, a worker of a task graph, the solver of a plan. `{description}` is the description of the flow. What is said in nested chats is not looked at. Observers at a sub-flow’s own start look at the sub-flow: `before`, at each message that leads into it or that somebody inside is to answer, and `after`, at each reply of somebody inside, also where the sub-flow is asked as a tool; `reply` before, `finish` and `interrupt` end what it does with the message, so whoever waits for it goes on, or (but for `interrupt`) its edge at `out`, and else the turn ends. `{description}` is then that of the sub-flow’s node.',
  ],
  agent: [
    'One reply goes: context hand-offs (in order, no model call), then the model with its tools and hand-offs, then after-work edges, then `afterWork`, then the `out` edge, then the option of the flow.',
    'Hand-off tools are called `transfer_<agent>_to_<target>`: every run of characters outside `A-Za-z0-9` becomes one `_`, other alphabets are written in Latin letters, at most 64 characters, repeats get `_2`, `_3`. A hand-off with a `name` is called by that.',
  ],
  'task-graph': [
    'It asks for the intent with the first message of a turn; behind a worker that does not speak to the user, edges with the intent "none" lead on, at most `limit` workers a turn.',
    'With `slots` one call for each message of the user fills them, before the intent is asked for. Slots are variables of the same names: prompts, conditions and tools read them, tools and code that workers call may change them, and they stay with the thread. A worker is told which required ones are open (all where the schema requires none): by `{missing_slots}` in its prompt, else in a line below it; `{slots}` is JSON of their values.',
  ],
  'default-worker': [
    'The answer is read: a name and nothing else, else the one listed name that stands in it as a whole word; two names are no match. A second try names the bad answer. Then the base choice runs, which may be a worker that is not offered. One candidate is taken without a call, none goes straight to the base choice.',
    'It takes only the first place of a turn: an edge with the intent "none" that leads here from another worker is not followed, and the turn ends.',
  ],
  'http-tool': [
    'A status of 400 or more is an error result with the first 500 characters of the body. A result is read up to 10 MB; models get the first 20,000 characters of a longer text with a note, the whole is kept and can be opened in the chat.',
  ],
  'code-tool': [
    'Calls of one reply wait for each other, in their order, and each sees the variables as the one before has left them.',
  ],
  'openapi-tools': [
    'Every operation is a tool, named by its operationId (or method and path) with other characters as `_`; its parameters and its body are the arguments. A document in a file is read again when it changed, one on the web after five minutes.',
    'A status of 400 or more is an error result with the first 500 characters of the body. A call ends after 30 seconds.',
  ],
  'flow-tool': [
    'Each call is one turn of the flow in a conversation of its own: the argument `message` is what its user says, and each variable that it declares may be given by its name. What the flow says to its user is the result, message by message with an empty line between. Nothing of it is kept for the next call.',
    "The flow has its own language, connections, limits and rehearsal script; its model calls and tokens count against the turn that called it too, and the turn's time bounds it. A call that fails or reaches a limit is an error result. What the flow asks a person is asked by the turn round it, and the flow goes on with the answer; where a step of a plan or a nested chat called it, nobody can be asked, and that is an error result too. Flows that hold each other are refused as for `subflow`.",
  ],
  'mcp-server': [
    'Its tools are asked for before each step of whoever uses it, so that what it adds or takes away counts at once. Names that models do not take get `_` for other characters. Where two tools of a participant have one name, the first is offered and a warning says so.',
    'A server that cannot be started or reached is done without, with a warning. Values of secrets are filled in when it is started and taken out of what it says.',
  ],
  'builtin-tool': [
    '`clock {timezone?}` and `calculator {expression}`. The calculator has a grammar of its own; nothing is run as code.',
  ],
  subflow: [
    'Whatever leads to it goes on at what the inner start leads to (or at the inner `settings.swarm.initial`). When the inner flow ends, at an inner `end` or because nothing more is drawn there, the edge at `out` leads on; an inner agent that waits for the user (`revert-to-user`) keeps the conversation instead. Without that edge the baton stays inside, and the next message goes to whoever has it there.',
    'As a worker, candidate or helper it works until its inner flow ends, then the caller goes on. It shares the conversation and the variables of the flow that holds it.',
    "A flow that is named by its id is frozen with the turn. A flow may not hold itself, directly or through others, and flows nest at most 8 deep. An inner flow's problems are shown on the node.",
  ],
  condition: [
    'It has one port for each branch, by its name, and each takes one `next` edge, as `else` does. Where no branch holds, the port `else` is taken. A port without an edge ends the sequence as an `end` does. Each decision is a step of its own, without a model call, and its move is a hop: a branch that leads back makes a loop, which the limit on hops ends at the latest.',
    'Hand-offs and after-work edges may end here: whoever the branch leads to takes the conversation over, and a hand-off that returns when done still does. Intents, candidates, helpers and recipients may not, since they are asked for an answer.',
  ],
  approval: [
    'It asks a person, in the chat, in the inbox and on the command line, and the turn waits without costing anything, also while Baton is closed. It asks when the baton gets there: what stands before it has been said or done, so it decides on what comes next. To see a call before it runs, use `needsApproval` of its tool or edge. `message` is a template. `form` is a JSON schema of an object: its fields begin with the variables of their names, and what is filled in is held against it and kept as these variables when it is approved; what does not fit is asked for again.',
    'With a `timeout` the time is fixed when the question is asked. Once it is over the baton goes on at `timeout`, decided once: by the app or `baton serve` at that moment, or as soon as they are opened again, else by the next command on the thread; an answer that comes later does not count. A port without an edge ends the sequence as an `end` does. A message instead of an answer begins a new turn, in which it is asked again.',
    'What may lead here is as for `condition`.',
  ],
  'set-variables': [
    'A step of its own without a model call. A value of the wrong type, or an expression that fails, fails the turn and sets nothing of the node. Without an edge at `out` the sequence ends.',
  ],
  map: [
    'What is drawn at `each` works on the items: whatever follows from there, over `out` edges, branches, hand-offs and questions, is a sequence of its own for each item. An item is through where nothing more is drawn, at an `end`, or where an edge leads back to the map. When all are, the edge at `out` leads on; without one the sequence ends, as with `set-variables`. An empty list leads on at once.',
    'Each item has a conversation of its own, which the user does not see, as a nested chat has: it begins with the message of the item. Other variables are those of the thread; steps that set some run one after the other. Within what runs beside others already (another map, a question, a chat) items are worked on one after the other.',
    'The model calls, rounds and moves that an item takes count to the limits of the turn; that it is begun is no hop. What was done is not done again after a crash.',
  ],
  end: ['When it is reached nobody holds the baton any more.'],
}

/** How the places that say something of a model are laid over each other. */
export const SETTINGS_NOTE =
  "The fields of a model are those of the node, over those of the flow (for a node in a sub-flow: of the inner flow, then of those round it), over those of the connection, which the person sets in Settings. A field that is absent, `null` or empty is left to the next place. `body` and `headers` are joined name by name, headers with case ignored; `model`, `body` and `headers` are for one server, so a node or an inner flow that names another connection has only its own. What a server refuses by name is left out with one more try, told in the trace, and remembered for the connection's address and model until the connection is changed or tested."
