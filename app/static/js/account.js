// Passkeys: asks the browser for one and sends what it signed as an ordinary form. Without support nothing is shown.
"use strict";

(() => {
  const forms = document.querySelectorAll("form[data-passkey]");
  if (!window.PublicKeyCredential || !navigator.credentials || !window.isSecureContext) return;

  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");

  const described = (list) => (list || []).map((one) => ({ ...one, id: bytes(one.id) }));

  async function ask(form) {
    const body = new URLSearchParams({ _csrf_token: form.elements._csrf_token.value });
    const answer = await fetch(form.dataset.passkey, { method: "POST", body });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  async function made(options) {
    const publicKey = {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: described(options.excludeCredentials),
    };
    const found = await navigator.credentials.create({ publicKey });
    return { attestationObject: text(found.response.attestationObject), found };
  }

  async function signed(options) {
    const publicKey = {
      ...options,
      challenge: bytes(options.challenge),
      allowCredentials: described(options.allowCredentials),
    };
    const found = await navigator.credentials.get({ publicKey });
    const { authenticatorData, signature, userHandle } = found.response;
    return {
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: userHandle ? text(userHandle) : null,
      found,
    };
  }

  function told({ found, ...response }) {
    return JSON.stringify({
      id: found.id,
      rawId: text(found.rawId),
      type: found.type,
      clientExtensionResults: {},
      response: { ...response, clientDataJSON: text(found.response.clientDataJSON) },
    });
  }

  for (const form of forms) {
    const failed = form.querySelector("[data-failed]");
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      failed.hidden = true;
      try {
        const options = await ask(form);
        form.elements.credential.value = told(await (options.user ? made(options) : signed(options)));
        form.submit();
      } catch {
        failed.hidden = false; // also when the person changed their mind
      }
    });
  }
})();
