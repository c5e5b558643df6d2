// A movie in a link's fragment: #rom=SHA1&profile=NAME&movie=…, packed by deflate, in base64 as URLs have it.
const longest_fragment = 200_000; // characters
const longest_movie = 8_000_000; // bytes, unpacked

const toText = (bytes) => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const blocks = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(blocks).arrayBuffer());
    if ((size += value.length) > most) throw new Error("the movie in the link is too long");
    blocks.push(value);
  }
}

export async function makeLink({ movie, rom, profile }) {
  const packed = toText(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(movie)));
  const fragment = `#rom=${rom}&profile=${encodeURIComponent(profile)}&movie=${packed}`;
  if (fragment.length > longest_fragment) throw new Error("this is too long for a link; save it as a movie");
  return location.href.split("#")[0] + fragment;
}

/** What a link's fragment holds; null: it has no movie. Throws a sentence where it is damaged. */
export async function readLink(fragment) {
  if (!fragment.includes("movie=")) return null;
  if (fragment.length > longest_fragment) throw new Error("the link is longer than any that this page makes");
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  try {
    const movie = await through(new DecompressionStream("deflate-raw"), toBytes(parts.get("movie")), longest_movie);
    return { movie, rom: parts.get("rom") ?? "", profile: parts.get("profile") ?? "" };
  } catch {
    throw new Error("the link is damaged: its movie cannot be unpacked; copy it again");
  }
}
