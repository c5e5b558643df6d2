// What stays in the browser: saved games, profiles and batteries by the cartridge's SHA-1, and the game to come back to.
const opened = new Promise((done, failed) => {
  const request = indexedDB.open("jumpscope", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("kept");
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});
opened.catch(() => {}); // Private windows may have no storage: everything works but for keeping.

const asPromise = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
const store = async (mode) => (await opened).transaction("kept", mode).objectStore("kept");

export const keep = async (key, value) => asPromise((await store("readwrite")).put(value, key));
export const forget = async (key) => asPromise((await store("readwrite")).delete(key));
export const kept = async (key) => {
  try {
    return await asPromise((await store("readonly")).get(key));
  } catch {
    return undefined;
  }
};
