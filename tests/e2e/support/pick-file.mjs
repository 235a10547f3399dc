// Chooses a file of the user as the model in the page.

/** As the browser's own file dialog does. The driver's method would send the whole file through the debugging connection. */
export async function pickModel(chat, file) {
  const session = await chat.page.context().newCDPSession(chat.page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-testid="model-file"]' });
  await session.send('DOM.setFileInputFiles', { nodeId, files: [file] });
}
