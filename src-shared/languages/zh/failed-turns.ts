/** Chinese: what errors say of flows, threads and turns. */

export const FAILED_TURNS_ZH = {
  'A turn of this flow still runs. Stop it, or wait until it is done, then delete the flow.':
    '这个流程的一个轮次仍在运行。请先停止它或等它结束，再删除流程。',
  'There already is a thread “{id}”.': '会话“{id}”已经存在。',
  'This question was answered already, at {at}, here or elsewhere. Nothing of your answer counts; look at how the turn goes on.':
    '这个问题已于 {at} 在这里或别处得到回答。您的回答不作数；请查看轮次如何继续。',
  'there is no room for it: {size} MB are needed': '空间不足：需要 {size} MB',
  'This Baton has to change {file}, and could not copy it before: {reason}. It was left as it is. Make room in its folder, then start Baton again.':
    '这个 Baton 需要更改 {file}，但事先无法复制它：{reason}。该文件保持原样。请在其文件夹中腾出空间，然后重新启动 Baton。',
  '{file} is not a Baton library. Move it away or start Baton with another data folder.':
    '{file} 不是 Baton 库。请移走它，或用另一个数据文件夹启动 Baton。',
  ' The file from before that is {copy}: to go back to it, remove {file}-wal and {file}-shm and put it in the place of {file}.':
    '之前的文件是 {copy}：若要恢复，请删除 {file}-wal 和 {file}-shm，并用它替换 {file}。',
  'A newer Baton wrote {file} (schema {version}, this one knows {known}). Update Baton, or start it with another data folder.{kept}':
    '{file} 由更新的 Baton 写入（架构 {version}，本版本只认识 {known}）。请更新 Baton，或用另一个数据文件夹启动。{kept}',
  'The library {file} is damaged. Nothing was deleted: put a backup in its place, or move it away to start with an empty library.':
    '库 {file} 已损坏。没有删除任何内容：请用备份替换它，或把它移走，从空库开始。',
  'The library {file} could not be opened: {reason}. Check that you may write to the file and its folder, then start Baton again.':
    '无法打开库 {file}：{reason}。请检查您是否可以写入该文件及其文件夹，然后重新启动 Baton。',
  'The library {file} could not be written: {reason}. Nothing was changed; check the disk, then try again.':
    '无法写入库 {file}：{reason}。没有做任何更改；请检查磁盘后重试。',
  'The drawing of this thread is not kept any more. Fork the thread at the step where it had been changed.':
    '这个会话的图已不再保存。请在图被修改的那一步分叉会话。',
  'The preference “{name}” is too large to be kept.': '偏好“{name}”太大，无法保存。',
  'There are more than {most} preferences. Nothing was changed.': '偏好超过 {most} 项。没有做任何更改。',
  'These preferences cannot be kept: {reason}.': '无法保存这些偏好：{reason}。',
  'This message does not wait any more: it was sent, or removed elsewhere.': '这条消息不再等待：它已在别处发送或移除。',
  '{most} messages wait already. Remove some, or wait for the turn.':
    '已有 {most} 条消息在等待。请移除一些，或等待轮次结束。',
  'There is no thread “{id}”. It may have been removed.': '没有会话“{id}”。它可能已被移除。',
  'This replay is not kept any more. Ask the decisions again.': '这次重放已不再保存。请重新询问这些决定。',
  'There is no result “{id}” in this conversation.': '这个会话中没有结果“{id}”。',
  'A turn of this thread is still running. Wait for it or stop it first.':
    '这个会话的一个轮次仍在运行。请等待它，或先停止它。',
  'There is no run “{id}”. Its thread may have been removed.': '没有运行“{id}”。它的会话可能已被移除。',
  'The last turn of this thread is unfinished. Go on with it or send a message first.':
    '这个会话的最后一个轮次尚未完成。请先继续它，或发送一条消息。',
  'This turn is not unfinished. Send a message to go on.': '这个轮次并非未完成。请发送消息继续。',
  'These are {pictures} pictures. A message can have {most} at most.':
    '共有 {pictures} 张图片。一条消息最多 {most} 张。',
  'The attached files are too long together. Send some of them with another message.':
    '附加的文件合起来太长。请把其中一些放到另一条消息中发送。',
  'These are {count} attachments. A message can have {most} at most.': '共有 {count} 个附件。一条消息最多 {most} 个。',
  '“{name}” is not a picture that can be attached, whatever its name says. Save it as {formats}.':
    '无论名称如何，“{name}”不是可以附加的图片。请另存为 {formats}。',
  '“{name}” cannot be attached: {reason}. Save it smaller, or as JPEG.':
    '无法附加“{name}”：{reason}。请缩小后保存，或另存为 JPEG。',
  '{uri} of {server} could not be attached, so nothing was sent. {reason}':
    '无法附加 {server} 的 {uri}，因此没有发送任何内容。{reason}',
  'The flow has no server “{id}” to attach something of. It may have been removed.':
    '流程中没有可附加内容的服务器“{id}”。它可能已被移除。',
  'Nobody uses “{name}”, so nothing of it can be attached. Join it to an agent.':
    '没有人使用“{name}”，因此无法附加其中的内容。请把它连到智能体。',
  '“{name}” has {size}. {most} can be attached at most.': '“{name}”有 {size}。最多可附加 {most}。',
  'The flow cannot run yet: {problem} (and {count} more)': '流程还不能运行：{problem}（另有 {count} 个）',
  'The flow cannot run yet: {problem}': '流程还不能运行：{problem}',
  'The flow of this thread is not there any more.': '这个会话的流程已不存在。',
  'The message was changed while it was being sent.': '消息在发送过程中被修改了。',
  'No result of the call of {tool} was kept. Call it again, or answer it.':
    '没有保存 {tool} 调用的结果。请重新调用，或代为回答。',
  'The calls to decide on are others by now. Look at them again, and decide then.':
    '需要决定的调用已经变了。请重新查看后再决定。',
  'Baton is being closed.': 'Baton 正在关闭。',
  'Nothing was said in this thread yet. Give the values with the first message.':
    '这个会话中还没有说过话。请在第一条消息中给出这些值。',
  'The last turn of this thread is complete. Send a message to go on.':
    '这个会话的最后一个轮次已完成。请发送消息继续。',
  'Nothing was said before this place, so there is no drawing of then. Choose the flow as it is now.':
    '此处之前没有说过话，因此没有当时的图。请选择现在的流程。',
  'The flow of this thread is not in the library any more. Choose the drawing as it was.':
    '这个会话的流程已不在库中。请选择当时的图。',
  'The last turn waits in the middle of tool calls, which would be made again. Answer what it asks first, or leave the thread before that turn.':
    '最后一个轮次停在工具调用中间，这些调用会被重做。请先回答它的问题，或从该轮次之前离开会话。',
  'There is no turn {turn} in this thread.': '这个会话中没有第 {turn} 轮。',
  'A turn of this thread is not over yet. Wait for it, or stop it first.':
    '这个会话的一个轮次尚未结束。请等待它，或先停止它。',
  'Where this thread stood then is not kept any more. Begin a new thread instead.':
    '这个会话当时的状态已不再保存。请改为开始新会话。',
  'its stored state, which is what models are told, lacks the last answers that are shown':
    '其保存的状态（即告诉模型的内容）缺少所显示的最后几个回答',
  'its stored state, which is what models are told, holds more turns ({stored}) than are shown ({turns})':
    '其保存的状态（即告诉模型的内容）中的轮次（{stored}）多于所显示的（{turns}）',
  'The data folder has lost a part of this conversation: {what}. Nothing was sent. Go on from what is shown, or begin a new thread.':
    '数据文件夹丢失了这个对话的一部分：{what}。没有发送任何内容。请从所显示的内容继续，或开始新会话。',
  'The turn that made this plan is still running. Wait for it or stop it first.':
    '制定这个计划的轮次仍在运行。请等待它，或先停止它。',
  'This step is not in the thread any more.': '这一步已不在会话中。',
  'A question of this thread was answered, and its turn has not gone on with that yet. Let it go on first.':
    '这个会话的一个问题已得到回答，但其轮次尚未据此继续。请先让它继续。',
  'Its turn is not over, so nobody can stand for a node that is gone. Let it go on with its drawing, or end it first.':
    '它的轮次尚未结束，因此没有人能代替消失的节点。请让它按自己的图继续，或先结束它。',
  'Its turn cannot go on with the new drawing: {reason}. Let it go on with its own drawing, or end it.':
    '它的轮次无法按新图继续：{reason}。请让它按自己的图继续，或结束它。',
  'This turn is still running. Wait for it or stop it first.': '这个轮次仍在运行。请等待它，或先停止它。',
  'This question is not waiting for an answer any more: it was answered here or elsewhere, or the turn went on without. Look at the thread, or send a message to go on.':
    '这个问题不再等待回答：它已在这里或别处得到回答，或轮次没有等它就继续了。请查看会话，或发送消息继续。',
  'The question that is waiting wants another kind of answer. Look at what it asks, and answer that, or send a message to go on.':
    '等待中的问题需要另一种回答。请看清它问什么并作答，或发送消息继续。',
  'There is still time to answer this question. Approve or refuse it, or wait.':
    '还有时间回答这个问题。请批准或拒绝，或等待。',
  'There is no run “{id}” in the thread “{thread}”. It may have been removed.':
    '会话“{thread}”中没有运行“{id}”。它可能已被移除。',
  '“{id}” is not a place in a thread. Follow it from its beginning.': '“{id}”不是会话中的位置。请从头开始跟随。',
  'The flow changed meanwhile. Look at what it wants to use now, and allow that.':
    '流程在此期间有改动。请查看它现在想使用什么，并允许它。',
  'The flow “{id}” was not found. Choose a flow of the library, or put its file beside this one.':
    '找不到流程“{id}”。请从库中选择一个流程，或把它的文件放在这个文件旁边。',
  'In “{name}”: ': '在“{name}”中：',
  'The flow “{name}” cannot be read. {reason}': '无法读取流程“{name}”。{reason}',
  'More than {most} flows would be drawn into this one.': '画入这个流程的流程会超过 {most} 个。',
  'The flow cannot run yet: “{name}”: {problem}': '流程还不能运行：“{name}”：{problem}',
  'The text is that of the flow “{id}”, not of “{other}”.': '这是流程“{id}”的文本，而不是“{other}”的。',
  'The flow “{id}” has no version “{version}” any more.': '流程“{id}”已没有版本“{version}”。',
  'The flow “{name}” is not in the bin. Delete it first, then for good.':
    '流程“{name}”不在回收站中。请先删除它，再彻底删除。',
  'There is no flow “{id}”. It may have been deleted for good.': '没有流程“{id}”。它可能已被彻底删除。',
  'The flow “{name}” is in the bin. Restore it first.': '流程“{name}”在回收站中。请先恢复它。',
  'This Baton has no example “{example}”.': '这个 Baton 没有示例“{example}”。',
  '“{name}” was saved elsewhere in the meantime (revision {revision}). Nothing was overwritten: load that one, or save yours as a copy.':
    '“{name}”在此期间已在别处保存（修订 {revision}）。没有覆盖任何内容：请加载那一份，或把您的另存为副本。',
  'This flow is in the bin. Restore it to go on.': '这个流程在回收站中。请恢复它后继续。',
  '{name} cannot be picked: {reason}': '不能选择 {name}：{reason}',
  'Start leads to nobody who can speak. Draw an edge from it to a supervisor or an agent.':
    '“开始”没有通向能说话的节点。请从它画一条连线到主管或智能体。',
  'Step {step} of the plan failed: {tool}: {reason}': '计划的步骤 {step} 失败：{tool}：{reason}',
  '{tool} could not reply for {name}: {text}': '{tool} 未能代替 {name} 回答：{text}',
  '"{name}" needs a list, and {items} is {shown}. Give it a list, such as ["a", "b"].':
    '“{name}”需要列表，而 {items} 是 {shown}。请给出列表，例如 ["a", "b"]。',
  '"{name}" was given a list of {count} items, and takes {most} at most. Cut the list into parts.':
    '“{name}”得到了 {count} 项的列表，而最多接受 {most} 项。请把列表分成几部分。',
  'No flow is chosen.': '没有选择流程。',
  '"{name}" must be a text that says something.': '“{name}”必须是有内容的文本。',
  '{name} wants to ask somebody something first, and nobody can be asked here.':
    '{name} 想先询问某人，而这里没有人可问。',
  '{name} has asked {count} times in one call and wants to ask again. The call was given up.':
    '{name} 在一次调用中已询问 {count} 次，还想再次询问。该调用已被放弃。',
  '{name} asks somebody something first, and wants a secret to be kept with it.':
    '{name} 要先询问某人，并要求随之保存一个机密。',
  'Start of “{flow}” leads to nobody who can speak.': '“{flow}”的“开始”没有通向能说话的节点。',
  'Its flows have more than {most} nodes together.': '它的各个流程合起来超过 {most} 个节点。',
  'Flows are nested more than {most} deep here.': '这里的流程嵌套超过 {most} 层。',
  'The flow “{id}” was not found.': '找不到流程“{id}”。',
  'The flow inside cannot be read. {reason}': '无法读取内部的流程。{reason}',
  'Nobody in this flow can speak. Add a supervisor or an agent and join Start to it.':
    '这个流程中没有能说话的节点。请添加主管或智能体，并把“开始”连到它。',
  '“{stray}” needs no substitute: it is in the drawing, or had no part in this step.':
    '“{stray}”不需要替代：它在图中，或没有参与这一步。',
  '“{name}” had a part in this step and is not in the drawing any more. Say which node stands for it ({node}): {names}.':
    '“{name}”参与了这一步，但已不在图中。请指定由哪个节点代替它（{node}）：{names}。',
  'no node can': '没有节点可以',
  '“{other}” cannot stand for “{name}”. No node can.': '“{other}”不能代替“{name}”。没有节点可以。',
  '“{other}” cannot stand for “{name}”. Choose one of: {names}.': '“{other}”不能代替“{name}”。请从中选择：{names}。',
  'There is no node “{node}” in this drawing. Those who can are: {names}.':
    '这张图中没有节点“{node}”。可以的有：{names}。',
  '“{name}” cannot have the conversation. Those who can are: {names}.': '“{name}”不能持有对话。可以的有：{names}。',
  'At this step the call of {tool} has no result yet, so nobody else can go on from it. Choose a step before that call or after its result.':
    '在这一步，{tool} 的调用还没有结果，因此别人无法从这里继续。请选择该调用之前或其结果之后的步骤。',
  'There is no result “{missing}” before this step. Choose one that was there by then.':
    '这一步之前没有结果“{missing}”。请选择当时已有的结果。',
  '“{id}” is not the result of a tool, so it cannot be edited here.': '“{id}”不是工具的结果，因此不能在这里修改。',
  'At this step {name} has no plan that waits to be carried out. Choose the step right after the plan was made; a plan that ran is changed in the plan view.':
    '在这一步，{name} 没有等待执行的计划。请选择刚制定计划之后的步骤；已执行的计划在计划视图中修改。',
  'The steps of this plan cannot be run again: it did not run to its end, or what it gave is not kept any more.':
    '这个计划的步骤无法重新运行：它没有运行到底，或其结果已不再保存。',
  'There is no tool named “{name}”. The plan can use: {names}.': '没有名为“{name}”的工具。计划可以使用：{names}。',
  'The checkpoint database {file} is damaged. Nothing was deleted: put a backup in its place, or move it away and go on from what the conversations show.':
    '检查点数据库 {file} 已损坏。没有删除任何内容：请用备份替换它，或把它移走，从对话所显示的内容继续。',
  'The checkpoint database {file} could not be opened: {reason}. Check that you may write to the file and its folder, then start Baton again.':
    '无法打开检查点数据库 {file}：{reason}。请检查您是否可以写入该文件及其文件夹，然后重新启动 Baton。',
  '{what} holds a malformed row: {reason}': '{what} 中有格式错误的行：{reason}',
  '{what} holds malformed JSON: {reason}': '{what} 中有格式错误的 JSON：{reason}',
  'The checkpoint database {file} was written by a newer Baton (schema {version}, this one knows {known}). Update Baton to open it.{kept}':
    '检查点数据库 {file} 由更新的 Baton 写入（架构 {version}，本版本只认识 {known}）。请更新 Baton 后再打开。{kept}',
  '{file} is not a Baton checkpoint database. Move it away or choose another folder.':
    '{file} 不是 Baton 检查点数据库。请移走它，或另选文件夹。',
  'Thread {thread} in {file}': '{file} 中的会话 {thread}',
  'The model of {name} was asked {tries} times and gave no answer that fits the schema of its structured output: {faults}. Make the schema or the instruction simpler, or choose another model.':
    '{name} 的模型被询问了 {tries} 次，都没有给出符合其结构化输出模式的回答：{faults}。请简化模式或指令，或另选模型。',
  'The flow wants to use what nobody allowed: {items}. Look at it, and allow it if you trust the flow.':
    '流程想使用未经任何人允许的内容：{items}。请查看，如果您信任这个流程，就允许它。',
} as const
