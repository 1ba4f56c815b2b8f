// @ts-nocheck: it is served as it is, without a build that could take types out again.
// A stand-in for Stripe's browser script, served by the fake with its own address before this. Test cards are typed
// into plain inputs.
(() => {
  const base = window.__stripeFake;

  async function ask(key, method, path, fields) {
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${base}${path}${method === "GET" ? `?${body}` : ""}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/x-www-form-urlencoded" },
      ...(method === "POST" && { body }),
    });
    return answer.json();
  }

  function field(name, label, value) {
    const input = document.createElement("input");
    Object.assign(input, { name, value: "", placeholder: value, inputMode: "numeric", autocomplete: "off" });
    const wrapped = document.createElement("label");
    wrapped.append(label, input);
    return { input, wrapped };
  }

  /** Wears the colours and measures that the shop asks for, roughly as the real element does. */
  function dress(box, { variables = {}, rules = {} } = {}) {
    Object.assign(box.style, { display: "grid", gap: variables.gridRowSpacing ?? "12px" });
    for (const label of box.querySelectorAll("label")) Object.assign(label.style, { display: "grid" }, rules[".Label"]);
    for (const input of box.querySelectorAll("input")) {
      Object.assign(
        input.style,
        {
          width: "100%",
          font: "inherit",
          fontWeight: "400",
          color: variables.colorText ?? "",
          background: variables.colorBackground ?? "",
          borderRadius: variables.borderRadius ?? "",
        },
        rules[".Input"],
      );
    }
  }

  function newElement(options) {
    const listeners = {};
    const tell = (event, detail) =>
      (listeners[event] ?? []).forEach((listener) => listener({ elementType: "payment", ...detail }));
    const fields = [
      field("fake-number", "Card number", "4242 4242 4242 4242"),
      field("fake-expiry", "Expiry", "12 / 34"),
      field("fake-cvc", "Security code", "123"),
    ];
    const box = document.createElement("div");
    box.dataset.stripeFake = "payment";
    // As the real element, it wears the colours it is given; a test can read them here.
    box.dataset.appearance = JSON.stringify(options.appearance ?? {});
    box.append(...fields.map(({ wrapped }) => wrapped));
    dress(box, options.appearance);
    const isComplete = () => fields.every(({ input }) => input.value.trim() !== "");
    box.addEventListener("input", () =>
      tell("change", {
        complete: isComplete(),
        empty: fields.every(({ input }) => input.value === ""),
        collapsed: false,
        value: { type: "card" },
      }),
    );
    return {
      box,
      number: () => fields[0].input.value,
      isComplete,
      element: {
        mount(where) {
          (typeof where === "string" ? document.querySelector(where) : where).append(box);
          setTimeout(() => tell("ready", {}), 0);
          return this;
        },
        unmount() {
          box.remove();
        },
        destroy() {
          box.remove();
        },
        update() {},
        collapse() {},
        focus() {
          fields[0].input.focus();
        },
        on(event, listener) {
          (listeners[event] ??= []).push(listener);
          return this;
        },
        once(event, listener) {
          return this.on(event, listener);
        },
        off(event, listener) {
          listeners[event] = listener ? (listeners[event] ?? []).filter((each) => each !== listener) : [];
          return this;
        },
      },
    };
  }

  /** The bank's question, over the page. Answers whether it was passed. */
  function authenticate() {
    return new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      dialog.setAttribute("aria-label", "Authentication");
      for (const [label, passed] of [
        ["Complete authentication", true],
        ["Fail authentication", false],
      ]) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = label;
        button.addEventListener("click", () => {
          dialog.close();
          dialog.remove();
          resolve(passed);
        });
        dialog.append(button);
      }
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  const outage = {
    type: "api_connection_error",
    message: "We could not reach the card service. Please check your connection and try again.",
  };

  const Stripe = (key, settings = {}) => {
    if (!/^pk_(test|live)_/.test(key)) throw new Error("Please call Stripe() with your publishable key.");

    function elements(options = {}) {
      let current = { ...options };
      let made = null;
      return {
        __options: () => current,
        __card: () => made,
        update(changed) {
          current = { ...current, ...changed };
          if (made) {
            made.box.dataset.appearance = JSON.stringify(current.appearance ?? {});
            dress(made.box, current.appearance);
          }
        },
        create(type, more) {
          if (type !== "payment") throw new Error(`The stand-in knows no ${type} element.`);
          made = newElement({ ...current, ...more });
          return made.element;
        },
        getElement: (type) => (type === "payment" && made ? made.element : null),
        fetchUpdates: async () => ({}),
        async submit() {
          if (made?.isComplete()) return { selectedPaymentMethod: "card" };
          return {
            error: { type: "validation_error", code: "incomplete_number", message: "Your card number is incomplete." },
          };
        },
      };
    }

    async function retrievePaymentIntent(clientSecret) {
      const answer = await ask(key, "GET", `/v1/payment_intents/${clientSecret.split("_secret_")[0]}`, {
        client_secret: clientSecret,
      }).catch(() => ({ error: outage }));
      return answer.error ? { error: answer.error } : { paymentIntent: answer };
    }

    async function confirmPayment({ elements: group, clientSecret, confirmParams = {}, redirect = "always" }) {
      const card = group.__card();
      const secret = clientSecret ?? group.__options().clientSecret;
      if (!card?.isComplete())
        return {
          error: { type: "validation_error", code: "incomplete_number", message: "Your card number is incomplete." },
        };
      const id = secret.split("_secret_")[0];
      const fields = {
        client_secret: secret,
        return_url: confirmParams.return_url ?? "",
        "payment_method_data[type]": "card",
        "payment_method_data[card][number]": card.number(),
      };
      let answer = await ask(key, "POST", `/v1/payment_intents/${id}/confirm`, fields).catch(() => ({ error: outage }));
      if (answer.error) return { error: answer.error };
      if (answer.status === "requires_action") {
        if (redirect === "always" || answer.next_action.type === "redirect_to_url") {
          window.location.assign(answer.next_action.redirect_to_url.url);
          return new Promise(() => {});
        }
        const passed = await authenticate();
        answer = await ask(key, "POST", "/control/authenticate", {
          payment_intent: id,
          passed: passed ? "1" : "0",
        }).catch(() => ({ error: outage }));
        if (answer.error) return { error: answer.error };
        if (answer.status !== "succeeded") return { error: { ...answer.last_payment_error, payment_intent: answer } };
      }
      if (redirect === "if_required") return { paymentIntent: answer };
      const back = new URL(confirmParams.return_url);
      back.searchParams.set("payment_intent", answer.id);
      back.searchParams.set("payment_intent_client_secret", secret);
      back.searchParams.set("redirect_status", "succeeded");
      window.location.assign(back.href);
      return new Promise(() => {});
    }

    return {
      elements,
      confirmPayment,
      retrievePaymentIntent,
      createToken: async () => ({ error: outage }),
      createPaymentMethod: async () => ({ error: outage }),
      confirmCardPayment: async () => ({ error: outage }),
      registerAppInfo() {},
      _registerWrapper() {},
      __settings: settings,
    };
  };
  Stripe.version = "endive";
  window.Stripe = Stripe;
})();
