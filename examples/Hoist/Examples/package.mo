within Hoist;
package Examples "Models to run"
end Examples;
