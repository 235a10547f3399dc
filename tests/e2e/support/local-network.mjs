// Denies the permission that lets a public page access this computer.

/** The flag that makes the pages of a server public; servers that it does not name stay on loopback. */
export const asPublicHost = url => `--ip-address-space-overrides=${new URL(url).host}=public`;

/** Denies access to the local network to the pages of an origin, in the context of `page`. */
export async function denyLocalNetwork(browser, context, page, origin) {
  const { targetInfo } = await (await context.newCDPSession(page)).send('Target.getTargetInfo');
  const session = await browser.newBrowserCDPSession();
  for (const name of ['local-network-access', 'local-network', 'loopback-network']) {
    // It used to be one permission and is two now. A browser rejects names that it does not know.
    const asked = { permission: { name }, setting: 'denied', origin, browserContextId: targetInfo.browserContextId };
    await session.send('Browser.setPermission', asked).catch(() => {});
  }
}
