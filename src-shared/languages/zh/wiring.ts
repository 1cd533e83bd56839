/** Chinese: why an edge cannot be drawn, and why a selection cannot become a sub-flow. */

export const WIRING_ZH = {
  'One of the two nodes is not in the flow any more.': '两个节点中有一个已不在流程中。',
  '{kind} has no port “{port}” that an edge could end at.': '{kind}没有可供连线到达的端口“{port}”。',
  '{kind} has no port “{port}”.': '{kind}没有端口“{port}”。',
  '{kind} takes tools at “{port}”, and can ask nobody there. A supervisor, a dialog or an agent can.':
    '{kind}在“{port}”处接工具，不能在那里询问任何人。主管、对话或智能体可以。',
  '{kind} cannot {what}.': '{kind}不能{what}。',
  'Baton does not know the edge kind “{kind}”.': 'Baton 不认识连线类型“{kind}”。',
  'Baton does not know the kind “{kind}”, so nothing can be joined to it.':
    'Baton 不认识类型“{kind}”，因此无法与它连接。',
  'Draw the edge from the port “{port}”: only that one carries “{edge}”.': '请从端口“{port}”画连线：只有它接“{edge}”。',
  'An edge with an option ends at its own agent.': '带选项的连线止于自己的智能体。',
  'A node cannot be joined to itself.': '节点不能连接到自己。',
  'The two are joined that way already.': '两者已经这样连接。',
  '“{port}” takes {count, plural, one {one edge} other {# edges}} only. Remove the present one first.':
    '“{port}”只接{count, plural, other { # 条连线}}。请先移除现有的。',
  'lead to a next step': '通向下一步',
  'be a step': '作为步骤',
  'bring others in': '请其他参与者加入',
  'be brought in': '被请来加入',
  'be observed': '被观察',
  'observe a dialog': '观察对话',
  'lead on by intent': '按意图继续',
  'be reached by intent': '按意图到达',
  'choose between workers': '在执行者之间选择',
  'be chosen by a default worker': '被默认执行者选择',
  'hand the conversation off': '移交对话',
  'take a conversation over': '接手对话',
  'pass the baton on when it has answered': '在回答之后传递接力棒',
  'get the baton when another one has answered': '在别人回答之后接过接力棒',
  'ask others in chats of its own': '在自己的聊天中询问别人',
  'be asked in a nested chat': '在嵌套聊天中被询问',
  'use tools': '使用工具',
  'be used as a tool': '作为工具使用',
  '{name} is locked. Unlock it first.': '{name} 已锁定。请先解锁。',
  'Nobody in the selection speaks. Select an agent or a supervisor too.':
    '所选内容中没有谁发言。请再选择一个智能体或主管。',
  '{observer} observes {dialog} too, which is not selected. Select both, or give each an observer of its own.':
    '{observer} 还在观察未选中的 {dialog}。请两者都选中，或让它们各有自己的观察者。',
  'Edges lead to {first} and to {second}. A sub-flow has one way in: select so that only one of them is led to from outside.':
    '有连线通向 {first} 和 {second}。子流程只有一个入口：请调整选择，使外部只通向其中一个。',
  'It is not clear who in the selection begins. Draw an edge to that one first.':
    '无法确定所选内容中由谁开始。请先画一条连线到它。',
  '{name} would be where the sub-flow begins, and a flow cannot begin with a {kind}. Select whoever leads to it too.':
    '子流程将从 {name} 开始，而流程不能从“{kind}”开始。请把通向它的节点也选上。',
  '{name} is disabled, and nothing begins there. Enable it first.': '{name} 已停用，不能从那里开始。请先启用它。',
  '{edge} cannot lead to a sub-flow. Select {node} too.': '{edge}不能通向子流程。请把 {node} 也选上。',
  '{edge} leaves the selection. A sub-flow only leads on when it is done: select {to} too, or leave {from} out.':
    '{edge}离开了所选内容。子流程只有在完成后才继续：请把 {to} 也选上，或不选 {from}。',
  '{edge} says something else than the other edges that lead on.': '{edge}与其他继续向前的连线说明不同。',
  'The selection leads on to {first} and to {second}. A sub-flow leads on to one node: select one of them too.':
    '所选内容通向 {first} 和 {second}。子流程只能通向一个节点：请把其中一个也选上。',
  '{from} leads on to {to}, but never gets there from where the sub-flow begins. Leave it out.':
    '{from} 通向 {to}，但从子流程的起点永远到不了那里。请不要选它。',
  'The conversation ends with {name}, and goes on from {from} to {to}. A sub-flow always leads on: draw where {name} leads first.':
    '对话在 {name} 结束，又从 {from} 继续到 {to}。子流程总要继续：请先画出 {name} 通向哪里。',
  '{name} ends the conversation at “{port}”, and inside a sub-flow it would only end that. Draw where it leads first.':
    '{name} 在“{port}”处结束对话，而在子流程里只会结束子流程。请先画出它通向哪里。',
  'The flow’s settings say who speaks next in the swarm, and they do not reach into sub-flows. Draw hand-offs instead.':
    '流程设置规定了群组中由谁接着发言，但它们不作用于子流程。请改为画出移交。',
  '{name} names {named} in its fields. Select both, or neither.': '{name} 的字段中提到 {named}。请两者都选，或都不选。',
  'The flow’s settings say that {name} begins. Only the first of a sub-flow can be named there.':
    '流程设置规定由 {name} 开始。那里只能指定子流程的第一个节点。',
  'The edge “{label}” from {from} to {to}': '从 {from} 到 {to} 的连线“{label}”',
  'There is no flow in this node that could be unpacked.': '此节点中没有可展开的流程。',
  'Start of {name} leads to nobody who can speak. Open it and draw an edge first.':
    '{name} 的“开始”没有通向任何能发言者。请先打开它并画一条连线。',
  '{observer} observes the whole of {name}, which cannot be drawn outside of it. Remove that edge first.':
    '{observer} 观察整个 {name}，这在它之外无法画出。请先移除那条连线。',
  '{edge} cannot lead to {name}, who begins inside.': '{edge}不能通向内部首先开始的 {name}。',
  '{edge} is the sub-flow’s own: nobody inside has it. Remove it first.':
    '{edge}属于子流程本身：内部没有谁拥有它。请先移除它。',
  '{name} ends its part of the conversation, and outside of a sub-flow it would end all of it. Open the sub-flow and change what follows its answer.':
    '{name} 会结束它那部分对话，而在子流程之外会结束整个对话。请打开子流程，更改它回答之后的去向。',
  'Nobody inside leads on to {to}. Remove that edge of {name} first.':
    '内部没有谁通向 {to}。请先移除 {name} 的那条连线。',
} as const
