/** Russian: why an edge cannot be drawn, and why a selection cannot become a sub-flow. */
import type { Translations } from '../translate'
import type { WIRING_ZH } from '../zh/wiring'

export const WIRING_RU: Translations<typeof WIRING_ZH> = {
  'One of the two nodes is not in the flow any more.': 'Одного из двух узлов в потоке уже нет.',
  '{kind} has no port “{port}” that an edge could end at.':
    '{kind}: порта «{port}», к которому могла бы вести связь, нет.',
  '{kind} has no port “{port}”.': '{kind}: порта «{port}» нет.',
  '{kind} takes tools at “{port}”, and can ask nobody there. A supervisor, a dialog or an agent can.':
    '{kind} принимает у «{port}» инструменты и никого там спросить не может. Это могут супервизор, диалог и агент.',
  '{kind} cannot {what}.': '{kind} не может {what}.',
  'Baton does not know the edge kind “{kind}”.': 'Baton не знает вид связи «{kind}».',
  'Baton does not know the kind “{kind}”, so nothing can be joined to it.':
    'Baton не знает вид «{kind}», поэтому соединить с ним ничего нельзя.',
  'Draw the edge from the port “{port}”: only that one carries “{edge}”.':
    'Проведите связь от порта «{port}»: только он — для связей «{edge}».',
  'An edge with an option ends at its own agent.': 'Связь с вариантом ведёт к своему же агенту.',
  'A node cannot be joined to itself.': 'Узел нельзя соединить с самим собой.',
  'The two are joined that way already.': 'Они уже так соединены.',
  '“{port}” takes {count, plural, one {one edge} other {# edges}} only. Remove the present one first.':
    '«{port}» принимает только {count, plural, one {# связь} few {# связи} many {# связей} other {# связи}}. Сначала уберите имеющуюся.',
  'lead to a next step': 'вести к следующему шагу',
  'be a step': 'быть шагом',
  'bring others in': 'приглашать других',
  'be brought in': 'быть приглашённым',
  'be observed': 'быть под наблюдением',
  'observe a dialog': 'наблюдать за диалогом',
  'lead on by intent': 'вести дальше по намерению',
  'be reached by intent': 'быть целью намерения',
  'choose between workers': 'выбирать между исполнителями',
  'be chosen by a default worker': 'быть выбранным исполнителем по умолчанию',
  'hand the conversation off': 'передавать разговор',
  'take a conversation over': 'принимать разговор',
  'pass the baton on when it has answered': 'передавать эстафету после ответа',
  'get the baton when another one has answered': 'получать эстафету после чужого ответа',
  'ask others in chats of its own': 'спрашивать других в собственных чатах',
  'be asked in a nested chat': 'отвечать во вложенном чате',
  'use tools': 'пользоваться инструментами',
  'be used as a tool': 'служить инструментом',
  '{name} is locked. Unlock it first.': '{name}: заблокировано. Сначала разблокируйте.',
  'Nobody in the selection speaks. Select an agent or a supervisor too.':
    'В выделенном никто не говорит. Выделите ещё агента или супервизора.',
  '{observer} observes {dialog} too, which is not selected. Select both, or give each an observer of its own.':
    '{observer} наблюдает и за {dialog}, который не выделен. Выделите обоих или дайте каждому своего наблюдателя.',
  'Edges lead to {first} and to {second}. A sub-flow has one way in: select so that only one of them is led to from outside.':
    'Связи ведут к {first} и к {second}. У вложенного потока один вход: выделите так, чтобы извне вели только к одному из них.',
  'It is not clear who in the selection begins. Draw an edge to that one first.':
    'Непонятно, кто в выделенном начинает. Сначала проведите к нему связь.',
  '{name} would be where the sub-flow begins, and a flow cannot begin with a {kind}. Select whoever leads to it too.':
    'Вложенный поток начинался бы с {name}, а поток не может начинаться с узла вида «{kind}». Выделите и того, кто к нему ведёт.',
  '{name} is disabled, and nothing begins there. Enable it first.':
    '{name}: отключено, оттуда ничего не начинается. Сначала включите.',
  '{edge} cannot lead to a sub-flow. Select {node} too.':
    '{edge} не может вести к вложенному потоку. Выделите и {node}.',
  '{edge} leaves the selection. A sub-flow only leads on when it is done: select {to} too, or leave {from} out.':
    '{edge} выходит за выделенное. Вложенный поток ведёт дальше, только когда закончен: выделите и {to} или не выделяйте {from}.',
  '{edge} says something else than the other edges that lead on.':
    '{edge} говорит не то, что другие связи, ведущие дальше.',
  'The selection leads on to {first} and to {second}. A sub-flow leads on to one node: select one of them too.':
    'Выделенное ведёт дальше к {first} и к {second}. Вложенный поток ведёт к одному узлу: выделите и один из них.',
  '{from} leads on to {to}, but never gets there from where the sub-flow begins. Leave it out.':
    '{from} ведёт дальше к {to}, но от начала вложенного потока туда не попасть. Не выделяйте его.',
  'The conversation ends with {name}, and goes on from {from} to {to}. A sub-flow always leads on: draw where {name} leads first.':
    'Разговор кончается на {name}, а от {from} идёт дальше к {to}. Вложенный поток всегда ведёт дальше: сначала нарисуйте, куда ведёт {name}.',
  '{name} ends the conversation at “{port}”, and inside a sub-flow it would only end that. Draw where it leads first.':
    '{name} заканчивает разговор у «{port}», а внутри вложенного потока закончил бы только его. Сначала нарисуйте, куда он ведёт.',
  'The flow’s settings say who speaks next in the swarm, and they do not reach into sub-flows. Draw hand-offs instead.':
    'Настройки потока говорят, кто в рое говорит дальше, но на вложенные потоки они не действуют. Вместо этого нарисуйте передачи.',
  '{name} names {named} in its fields. Select both, or neither.':
    '{name} называет {named} в своих полях. Выделите обоих или никого.',
  'The flow’s settings say that {name} begins. Only the first of a sub-flow can be named there.':
    'Настройки потока говорят, что начинает {name}. Там можно назвать только первого во вложенном потоке.',
  'The edge “{label}” from {from} to {to}': 'Связь «{label}» от {from} к {to}',
  'There is no flow in this node that could be unpacked.': 'В этом узле нет потока, который можно развернуть.',
  'Start of {name} leads to nobody who can speak. Open it and draw an edge first.':
    'Начало {name} не ведёт ни к кому, кто может говорить. Сначала откройте его и проведите связь.',
  '{observer} observes the whole of {name}, which cannot be drawn outside of it. Remove that edge first.':
    '{observer} наблюдает за всем {name}, а снаружи этого не нарисовать. Сначала уберите эту связь.',
  '{edge} cannot lead to {name}, who begins inside.': '{edge} не может вести к {name}, который начинает внутри.',
  '{edge} is the sub-flow’s own: nobody inside has it. Remove it first.':
    '{edge} принадлежит самому вложенному потоку: внутри её ни у кого нет. Сначала уберите её.',
  '{name} ends its part of the conversation, and outside of a sub-flow it would end all of it. Open the sub-flow and change what follows its answer.':
    '{name} заканчивает свою часть разговора, а вне вложенного потока закончил бы весь. Откройте вложенный поток и измените, что следует за его ответом.',
  'Nobody inside leads on to {to}. Remove that edge of {name} first.':
    'Внутри никто не ведёт к {to}. Сначала уберите эту связь у {name}.',
}
